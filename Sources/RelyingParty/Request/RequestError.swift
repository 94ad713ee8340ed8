import MobileDocument

/// Why a request cannot be built.
public enum RequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No documents are asked for.
    case noDocuments
    /// A document request asks for no elements.
    case noElements(docType: String)
    /// One element is asked for twice.
    case repeatedElement(String)
    /// An element that must never be asked for (`oidc_info`, `webapi_info`), also in the place of another one.
    case forbiddenElement(String)
    /// More than two `age_over_NN` elements.
    case tooManyAges(docType: String)
    /// An alternative belongs to an element that is not asked for.
    case alternativeWithoutElement(String)
    /// A purpose names a document request that does not exist.
    case documentSet(Int)
    /// More of something than any wallet reads.
    case tooMany(String, most: Int)
    /// A document type, namespace or element has no name, one of more than 256 bytes, or one that is not visible ASCII.
    case identifier(String)
    /// A use case, or the alternatives of an element, has no set, or an empty one.
    case emptySet(String)
    /// A set of a use case names a document request twice; the use case's position.
    case repeatedDocument(useCase: Int)
    /// The key identifier of an acceptable issuer is empty, or longer than any wallet reads.
    case issuerIdentifier(bytes: Int, most: Int)
    /// A signer has no certificate, or more than any wallet reads; its name.
    case signerChain(String, certificates: Int, most: Int)
    /// A certificate of a signer is empty, or larger than any wallet reads; the signer's name.
    case certificateBytes(String, most: Int)
    /// Only one signer may sign each document request.
    case severalDocumentSigners
    /// A signer failed; its name, and what it says.
    case signing(String, reason: String)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .noDocuments: "request.noDocuments"
        case .noElements: "request.noElements"
        case .repeatedElement: "request.repeatedElement"
        case .forbiddenElement: "request.forbiddenElement"
        case .tooManyAges: "request.tooManyAges"
        case .alternativeWithoutElement: "request.alternativeWithoutElement"
        case .documentSet: "request.documentSet"
        case .tooMany: "request.tooMany"
        case .identifier: "request.identifier"
        case .emptySet: "request.emptySet"
        case .repeatedDocument: "request.repeatedDocument"
        case .issuerIdentifier: "request.issuerIdentifier"
        case .signerChain: "request.signerChain"
        case .certificateBytes: "request.certificateBytes"
        case .severalDocumentSigners: "request.severalDocumentSigners"
        case .signing: "request.signing"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .noDocuments: "the request asks for no document; name at least one"
        case .noElements(let docType): "the request for \(docType) asks for no elements; name at least one"
        case .repeatedElement(let element): "\(element) is asked for twice in one document request"
        case .forbiddenElement(let element): "\(element) would tell the issuer where its document is used, so wallets refuse that; leave it out"
        case .tooManyAges(let docType): "the request for \(docType) asks for more than two age_over_NN elements; ask for at most two"
        case .alternativeWithoutElement(let element): "alternatives are given for \(element), which is not asked for; add it to the elements"
        case .documentSet(let index): "a use case names document request \(index), which does not exist"
        case .tooMany(let what, let most): "the request has more than \(most) \(what), which no wallet reads; leave some out"
        case .identifier(let name):
            "\"\(Self.escaped(name.prefix(64)))\" cannot be asked for: a name has 1 to \(ElementReference.maximumIdentifierBytes) visible ASCII characters"
        case .emptySet(let what): "\(what) has no set, or an empty one; name what serves it, or leave it out"
        case .repeatedDocument(let useCase): "a set of use case \(useCase) names a document request twice; name it once"
        case .issuerIdentifier(let bytes, let most): "the key identifier of an acceptable issuer has \(bytes) bytes; give one of 1 to \(most)"
        case .signerChain(let name, let certificates, let most):
            "the signer \"\(name)\" has \(certificates) certificates; give it 1 to \(most), its own first, without the root"
        case .certificateBytes(let name, let most):
            "a certificate of the signer \"\(name)\" is empty, or has more than the \(most) bytes that wallets read; have a smaller icon put into it"
        case .severalDocumentSigners: "a document request carries one readerAuth; let at most one signer sign each document"
        case .signing(let name, let reason): "the signer \"\(name)\" could not sign: \(reason)"
        }
    }

    /// Shows letters that look like others for what they are.
    private static func escaped(_ name: Substring) -> String { name.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
}
