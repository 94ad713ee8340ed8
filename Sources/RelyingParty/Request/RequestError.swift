import MobileDocument

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
    /// More of something than any wallet reads.
    case tooMany(String, most: Int)
    /// A document type, namespace or element has no name, or one of more than 256 bytes.
    case identifier(String)
    /// A use case, or the alternatives of an element, has no set, or an empty one.
    case emptySet(String)
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
        case .tooMany: "request.tooMany"
        case .identifier: "request.identifier"
        case .emptySet: "request.emptySet"
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
        case .tooMany(let what, let most): "the request has more than \(most) \(what), which no wallet reads; leave some out"
        case .identifier(let name): "\"\(name.prefix(64))\" cannot be asked for: a name has 1 to \(ElementReference.maximumIdentifierBytes) bytes"
        case .emptySet(let what): "\(what) has no set, or an empty one; name what serves it, or leave it out"
        case .severalDocumentSigners: "a document request carries one readerAuth; let at most one signer sign each document"
        case .signing(let name): "the signer \"\(name)\" could not sign"
        }
    }
}
