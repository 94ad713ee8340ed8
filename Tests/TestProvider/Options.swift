import Foundation
import IdentityDocumentServices

/// What the arguments say.
struct Options: Sendable {
    private(set) var registrations: [MobileDocumentRegistration] = []
    /// Names of documents to take back.
    private(set) var removals: [String] = []
    private(set) var flaw: Flaw?
    private(set) var isApp = false
    private(set) var hasDocuments = false
    private(set) var load = 0

    init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let option = rest.popFirst() {
            switch option {
            case "--register": if let text = rest.popFirst() { registrations.append(Self.registration(text)) }
            case "--until": if let text = rest.popFirst() { change { $0.invalidationDate = Double(text).map(Date.init(timeIntervalSince1970:)) } }
            case "--issuer": if let text = rest.popFirst() { change { $0.supportedIssuerKeyIdentifiers = [Data(base64Encoded: text) ?? Data()] } }
            case "--remove": if let name = rest.popFirst() { removals.append(name) }
            case "--flaw": flaw = rest.popFirst().flatMap(Flaw.init)
            case "--as-app": isApp = true
            case "--with-documents": hasDocuments = true
            case "--load": load = rest.popFirst().flatMap { Int($0) } ?? 0
            default: exit(64)
            }
        }
    }

    /// Changes the registration that was named last.
    private mutating func change(_ change: (inout MobileDocumentRegistration) -> Void) {
        guard let last = registrations.indices.last else { exit(64) }
        change(&registrations[last])
    }

    private static func registration(_ text: String) -> MobileDocumentRegistration {
        let parts = text.split(separator: "=", maxSplits: 2).map(String.init)
        guard parts.count == 3 else { exit(64) }
        let identifier = parts[2] == "any" ? [] : [Data(base64Encoded: parts[2]) ?? Data()]
        return MobileDocumentRegistration(mobileDocumentType: parts[1], supportedAuthorityKeyIdentifiers: identifier, documentIdentifier: parts[0])
    }
}
