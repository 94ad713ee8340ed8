import CBOR
import DocumentTrust
import MobileDocument

/// The names of what the issuer signed in one returned document, gathered once for comparing it with the request.
struct DocumentContents {
    /// The elements, in their order.
    let references: [ElementReference]
    /// The same as a set.
    let set: Set<ElementReference>
    /// What the document attests about ages, by namespace.
    let ageAttestations: [NameSpace: [Int: Bool]]
    private let document: Document

    /// The document's type.
    var docType: DocType { document.docType }

    init(_ document: Document) {
        self.document = document
        references = document.issuerSigned.nameSpaces.flatMap { group in
            group.items.map { ElementReference(group.nameSpace, $0.elementIdentifier) }
        }
        set = Set(references)
        var attestations: [NameSpace: [Int: Bool]] = [:]
        for group in document.issuerSigned.nameSpaces {
            for item in group.items {
                guard let threshold = AgeAttestation.threshold(of: item.elementIdentifier),
                    case .boolean(let value)? = try? item.elementValue.value()
                else { continue }
                attestations[group.nameSpace, default: [:]][threshold] = value
            }
        }
        ageAttestations = attestations
    }

    /// Whether the document is of a type and, where issuers are named, of one of them.
    func answers(_ docType: DocType, issuers: [ByteSlice]) -> Bool {
        guard document.docType == docType else { return false }
        guard !issuers.isEmpty else { return true }
        return document.issuerSigned.issuerAuth.headers.certificateChain.contains { encoded in
            guard let identifier = (try? ParsedCertificate(encoded))?.authorityKeyIdentifier else { return false }
            return issuers.contains { $0.bytes.elementsEqual(identifier) }
        }
    }
}
