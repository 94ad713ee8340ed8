import ArgumentParser
import MobileDocument

/// An element as the command line names it: `NAMESPACE/ELEMENT`, or `ELEMENT` alone for a driving licence's.
enum ElementArgument {
    private static let retention = ":retain"

    /// Reads an element.
    static func reference(_ text: String) throws -> ElementReference {
        let parts = text.lastIndex(of: "/").map { (text[..<$0], text[text.index(after: $0)...]) }
        let (nameSpace, identifier) = parts ?? (NameSpace.mobileDrivingLicence.rawValue[...], text[...])
        guard !nameSpace.isEmpty, !identifier.isEmpty else {
            throw ValidationError("write it as family_name or org.iso.18013.5.1/family_name")
        }
        return ElementReference(NameSpace(rawValue: String(nameSpace)), ElementIdentifier(rawValue: String(identifier)))
    }

    /// Reads an element to ask for; `:retain` behind it says that it will be kept.
    static func requested(_ text: String) throws -> ItemsRequest.Element {
        let isKept = text.hasSuffix(retention)
        let name = isKept ? String(text.dropLast(retention.count)) : text
        // A word that is not known here would otherwise be asked for as part of the name, and nothing kept.
        if let colon = name.lastIndex(of: ":"), !name[colon...].contains("/") {
            throw ValidationError("\"\(name[colon...])\" is not known; \(retention) alone can stand behind an element, as in family_name\(retention)")
        }
        return ItemsRequest.Element(try reference(name), intentToRetain: isKept)
    }
}
