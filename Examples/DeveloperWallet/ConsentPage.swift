import DocumentProvider
import DocumentTrust
import MobileDocument
import X509

/// What the owner of the wallet sees before anything is shared.
struct ConsentPage: Encodable, Sendable {
    /// Who signed the request.
    struct Reader: Encodable, Sendable {
        /// `trusted`, `untrusted` or `unsigned`. Only a trusted one has a name and an icon.
        let standing: String
        let name: String?
        let purpose: String?
        let authority: String?
        /// A PNG, base64.
        let icon: String?
    }

    struct Element: Encodable, Sendable {
        let name: String
        let isRetained: Bool
        /// Names of the elements that answer, where it is not the one asked for.
        let answeredBy: [String]
        let isMissing: Bool
    }

    struct Document: Encodable, Sendable {
        let docType: String
        let elements: [Element]
    }

    let origin: String
    let reader: Reader
    let documents: [Document]
    /// Why it cannot be answered; nothing can be shared then.
    let refusal: WalletRefusal?

    /// Lays a request out.
    ///
    /// - Parameter review: what the holder found; nil where it does not answer.
    init(_ request: PresentedRequest, readers: ReaderAuthenticationResult, review: RequestReview?, refusal: WalletRefusal?) {
        origin = request.origin.serialized
        reader = Reader(readers)
        documents = request.deviceRequest.docRequests.enumerated().map { index, docRequest in
            let answers = review?.match.candidates[index].first?.selection.answers
            let elements =
                answers?.map { Element($0.requested, $0.answer) }
                ?? docRequest.itemsRequest.elements.map { Element($0, refusal == nil ? .missing : .element) }
            return Document(docType: docRequest.itemsRequest.docType.rawValue, elements: elements)
        }
        self.refusal = refusal
    }
}

extension ConsentPage.Reader {
    init(_ readers: ReaderAuthenticationResult) {
        // The identity in a signature that nobody trusted stands behind is a claim by nobody; it is not shown.
        guard let signature = readers.signatures.first(where: { $0.outcome == .trusted }), let certificate = signature.certificate else {
            self.init(standing: readers.signatures.isEmpty ? "unsigned" : "untrusted", name: nil, purpose: nil, authority: nil, icon: nil)
            return
        }
        self.init(
            standing: "trusted", name: signature.details?.registration?.brand ?? Self.text(of: certificate) { $0.type == .RDNAttributeType.organizationName },
            purpose: signature.details?.registration?.purpose, authority: signature.anchor.map { Self.text(of: $0.certificate) { $0.type == .RDNAttributeType.commonName } },
            icon: signature.details?.icon.map { Base64.encode($0.png) })
    }

    /// A part of a certificate's name; all of it where that part is missing.
    private static func text(
        of certificate: ParsedCertificate, where isWanted: (RelativeDistinguishedName.Attribute) -> Bool
    ) -> String {
        for relative in certificate.certificate.subject {
            for attribute in relative where isWanted(attribute) { return String(describing: attribute.value) }
        }
        return certificate.subject
    }
}

extension ConsentPage.Element {
    init(_ requested: ItemsRequest.Element, _ answer: ElementSelection.Answer) {
        let others: [ElementReference] =
            switch answer {
            case .element, .missing: []
            case .age(let reference): [reference]
            case .alternative(let references): references
            }
        self.init(
            name: ElementCatalogue.displayName(of: requested.reference), isRetained: requested.intentToRetain,
            answeredBy: others.map { ElementCatalogue.displayName(of: $0) }, isMissing: answer == .missing)
    }
}
