public import PresentmentRequest

/// How a released request differs from the one its person agreed to. Such a request is not answered.
public enum RequestMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// It comes from another page.
    case origin
    /// It breaks a rule that the request agreed to kept, or its signatures do not verify.
    case refused(RequestRefusal)
    /// It has another number of document requests.
    case documentRequestCount(Int)
    /// A document request is for another type of document; its position.
    case documentType(Int)
    /// It asks for an element that was not shown; position of the document request.
    case addedElement(PartialRequest.ElementReference, Int)
    /// It does not ask for an element that was shown; position of the document request.
    case missingElement(PartialRequest.ElementReference, Int)
    /// Another answer to whether an element will be kept; position of the document request.
    case retention(PartialRequest.ElementReference, Int)
    /// Other elements may stand for those asked for; position of the document request.
    case alternatives(Int)
    /// Other issuers are acceptable; position of the document request.
    case issuers(Int)
    /// Another number of presentment requests.
    case presentmentCount(Int)
    /// A presentment request is mandatory where it was not, or the reverse; its position.
    case mandatory(Int)
    /// A presentment request has other sets; its position.
    case documentRequestSets(Int)
    /// Another number of signatures verifies.
    case authenticationCount(Int)
    /// A signature covers something else; its position.
    case coverage(Int)
    /// A signature carries other certificates; its position.
    case certificates(Int)
    /// The answer would be encrypted to another key, or bound to another nonce.
    case encryptionInfo
    /// All that was shown is the same, but the bytes are not.
    case bytes

    /// Stable code.
    public var code: String {
        switch self {
        case .origin: "mismatch.origin"
        case .refused: "mismatch.refused"
        case .documentRequestCount: "mismatch.documentRequestCount"
        case .documentType: "mismatch.documentType"
        case .addedElement: "mismatch.addedElement"
        case .missingElement: "mismatch.missingElement"
        case .retention: "mismatch.retention"
        case .alternatives: "mismatch.alternatives"
        case .issuers: "mismatch.issuers"
        case .presentmentCount: "mismatch.presentmentCount"
        case .mandatory: "mismatch.mandatory"
        case .documentRequestSets: "mismatch.documentRequestSets"
        case .authenticationCount: "mismatch.authenticationCount"
        case .coverage: "mismatch.coverage"
        case .certificates: "mismatch.certificates"
        case .encryptionInfo: "mismatch.encryptionInfo"
        case .bytes: "mismatch.bytes"
        }
    }

    /// What differs, one sentence for a developer.
    public var description: String {
        switch self {
        case .origin: "the released request comes from another page than the one shown"
        case .refused(let refusal): "the released request is refused (\(refusal))"
        case .documentRequestCount(let count): "the released request has \(count) document requests, another number than was shown"
        case .documentType(let index): "document request \(index) is for another type of document than was shown"
        case .addedElement(let element, let index): "document request \(index) asks for \(element), which was not shown"
        case .missingElement(let element, let index): "document request \(index) does not ask for \(element), which was shown"
        case .retention(let element, let index):
            "document request \(index) says something else about keeping \(element) than was shown"
        case .alternatives(let index): "document request \(index) accepts other alternatives than were shown"
        case .issuers(let index): "document request \(index) accepts other issuers than were shown"
        case .presentmentCount(let count): "the released request has \(count) presentment requests, another number than was shown"
        case .mandatory(let index): "presentment request \(index) differs in whether it is mandatory"
        case .documentRequestSets(let index): "presentment request \(index) has other sets than were shown"
        case .authenticationCount(let count): "\(count) signatures of the released request verify, another number than was shown"
        case .coverage(let index): "signature \(index) covers something else than was shown"
        case .certificates(let index): "signature \(index) carries other certificates than were shown"
        case .encryptionInfo: "the released request has another nonce, or another key to encrypt the answer to"
        case .bytes: "the released request has other bytes than the one shown"
        }
    }
}
