public import MobileDocument
import SwiftASN1

/// The elements a reader may ask for, per document type, as its registrar granted them.
public struct AllowedElements: Sendable, Hashable {
    /// Most document types.
    public static let maximumDocTypes = 8
    /// Most namespaces of a document type.
    public static let maximumNameSpaces = 8
    /// Most elements of a namespace.
    public static let maximumElements = 128
    /// Longest name in bytes.
    public static let maximumNameBytes = 128
    /// Most bytes of the extension that names them all.
    package static let maximumBytes = 65_536

    /// The granted elements.
    public let elements: [DocType: Set<ElementReference>]

    /// Grants elements.
    ///
    /// - Throws: ``ReaderCertificateFault/elementsSize`` if there are none, too many, or one has too long a name.
    public init(_ elements: [DocType: Set<ElementReference>]) throws(ReaderCertificateFault) {
        guard (1...Self.maximumDocTypes).contains(elements.count) else { throw .elementsSize }
        for (docType, references) in elements {
            let nameSpaces = Dictionary(grouping: references, by: \.nameSpace)
            guard Self.isName(docType.rawValue), (1...Self.maximumNameSpaces).contains(nameSpaces.count),
                nameSpaces.allSatisfy({ Self.isName($0.key.rawValue) && $0.value.count <= Self.maximumElements }),
                references.allSatisfy({ Self.isName($0.identifier.rawValue) })
            else { throw .elementsSize }
        }
        self.elements = elements
    }

    /// Whether an element of a document type may be asked for.
    public func contains(_ reference: ElementReference, of docType: DocType) -> Bool {
        elements[docType]?.contains(reference) ?? false
    }

    /// The first element a request asks for beyond these, alternatives included; nil if there is none.
    public func firstBeyond(_ items: ItemsRequest) -> ElementReference? {
        let alternatives = (items.requestInfo?.alternativeDataElements ?? []).lazy.flatMap { $0.alternativeSets.joined() }
        return items.elements.lazy.map(\.reference).first { !contains($0, of: items.docType) }
            ?? alternatives.first { !contains($0, of: items.docType) }
    }

    /// Reads the extension's value.
    package init(der: ArraySlice<UInt8>) throws(ReaderCertificateFault) {
        guard der.count <= Self.maximumBytes else { throw .elementsSize }
        let read: [DocType: Set<ElementReference>]
        do { read = try Self.read(der) } catch let fault as ReaderCertificateFault { throw fault } catch { throw .elementsStructure }
        try self.init(read)
    }

    private static func read(_ der: ArraySlice<UInt8>) throws -> [DocType: Set<ElementReference>] {
        var found: [DocType: Set<ElementReference>] = [:]
        for entry in try DERFields.sequence(DER.parse(der), limit: maximumDocTypes, orThrow: .elementsSize) {
            let members = try DERFields.sequence(entry, limit: 2, orThrow: .elementsStructure)
            guard members.count == 2 else { throw ReaderCertificateFault.elementsStructure }
            let docType = DocType(rawValue: try DERFields.text(members[0]))
            guard found[docType] == nil else { throw ReaderCertificateFault.elementsRepeated(docType.rawValue) }
            found[docType] = try references(members[1])
        }
        return found
    }

    private static func references(_ node: ASN1Node) throws -> Set<ElementReference> {
        var found: Set<ElementReference> = []
        var nameSpaces: Set<NameSpace> = []
        for entry in try DERFields.sequence(node, limit: maximumNameSpaces, orThrow: .elementsSize) {
            let members = try DERFields.sequence(entry, limit: 2, orThrow: .elementsStructure)
            guard members.count == 2 else { throw ReaderCertificateFault.elementsStructure }
            let nameSpace = NameSpace(rawValue: try DERFields.text(members[0]))
            guard nameSpaces.insert(nameSpace).inserted else { throw ReaderCertificateFault.elementsRepeated(nameSpace.rawValue) }
            let identifiers = try DERFields.sequence(members[1], limit: maximumElements, orThrow: .elementsSize)
            guard !identifiers.isEmpty else { throw ReaderCertificateFault.elementsStructure }
            for identifier in identifiers {
                let reference = ElementReference(nameSpace, ElementIdentifier(rawValue: try DERFields.text(identifier)))
                guard found.insert(reference).inserted else { throw ReaderCertificateFault.elementsRepeated(reference.description) }
            }
        }
        return found
    }

    private static func isName(_ text: String) -> Bool {
        (1...maximumNameBytes).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format }
    }
}
