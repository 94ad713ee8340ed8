/// Why a request cannot be built.
public enum RequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No documents are asked for.
    case noDocuments
    /// A document request asks for no elements.
    case noElements(docType: String)
    /// One element is asked for twice.
    case repeatedElement(String)
    /// More than two `age_over_NN` elements.
    case tooManyAges(docType: String)
    /// An alternative belongs to an element that is not asked for.
    case alternativeWithoutElement(String)
    /// A purpose names a document request that does not exist.
    case documentSet(Int)
    /// Only one signer may sign each document request.
    case severalDocumentSigners
    /// A signer failed; its name.
    case signing(String)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .noDocuments: "request.noDocuments"
        case .noElements: "request.noElements"
        case .repeatedElement: "request.repeatedElement"
        case .tooManyAges: "request.tooManyAges"
        case .alternativeWithoutElement: "request.alternativeWithoutElement"
        case .documentSet: "request.documentSet"
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
        case .tooManyAges(let docType): "the request for \(docType) asks for more than two age_over_NN elements; ask for at most two"
        case .alternativeWithoutElement(let element): "alternatives are given for \(element), which is not asked for; add it to the elements"
        case .documentSet(let index): "a use case names document request \(index), which does not exist"
        case .severalDocumentSigners: "a document request carries one readerAuth; let at most one signer sign each document"
        case .signing(let name): "the signer \"\(name)\" could not sign"
        }
    }
}
