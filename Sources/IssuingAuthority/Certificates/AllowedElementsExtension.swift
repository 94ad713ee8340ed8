import DocumentTrust
import MobileDocument
import SwiftASN1
import X509

/// The elements a reader may ask for, in the form `AllowedElements` reads, sorted so that one grant has one encoding.
struct AllowedElementsExtension: CertificateExtensionConvertible {
    let allowed: AllowedElements

    func makeCertificateExtension() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { list in
            for (docType, references) in allowed.elements.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try list.appendConstructedNode(identifier: .sequence) { entry in
                    try entry.serialize(ASN1UTF8String(docType.rawValue))
                    try entry.appendConstructedNode(identifier: .sequence) { try nameSpaces(references, into: &$0) }
                }
            }
        }
        return .init(oid: ReaderCertificateExtension.allowedElements, critical: false, value: serializer.serializedBytes[...])
    }

    private func nameSpaces(_ references: Set<ElementReference>, into list: inout DER.Serializer) throws {
        let grouped = Dictionary(grouping: references, by: \.nameSpace)
        for (nameSpace, members) in grouped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try list.appendConstructedNode(identifier: .sequence) { entry in
                try entry.serialize(ASN1UTF8String(nameSpace.rawValue))
                try entry.appendConstructedNode(identifier: .sequence) { elements in
                    for identifier in members.map(\.identifier.rawValue).sorted() { try elements.serialize(ASN1UTF8String(identifier)) }
                }
            }
        }
    }
}
