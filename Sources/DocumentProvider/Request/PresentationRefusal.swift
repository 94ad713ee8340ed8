public import DocumentTrust
public import MobileDocument

/// Why a wallet does not answer. The page learns nothing of it but that there is no answer.
public enum PresentationRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Signatures are claimed, none of them verifies, and each is known to be wrong.
    case invalidReaderSignatures
    /// No trusted reader stands behind the request.
    case untrustedReader
    /// The reader is trusted, and its certificate does not say who it is and what it may ask for.
    case unregisteredReader
    /// A trusted authority stands behind the reader, and something else speaks against it.
    case readerRefused(ReaderRefusal)
    /// An element that is restricted by law would be kept.
    case retention(ElementReference)
    /// No held document can answer.
    case noMatchingDocument
    /// The choice names a document that cannot answer the document request, answers a use case with a document that lacks something, or only part of
    /// a set, or names nothing at all.
    case invalidChoice
    /// A portrait that is asked for goes with every other element of the document.
    case portraitWithheld
    /// The document's key only makes MACs, and this session has no reader key.
    case signatureUnavailable
    /// The answer is larger than the request accepts; its size and the limit.
    case responseTooLarge(Int, limit: UInt64)
    /// The device key could not sign; why.
    case deviceKey(DeviceKeyError)
    /// A key failed with an error of another type, or the encryption failed.
    case cryptography

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .invalidReaderSignatures: "presentation.invalidReaderSignatures"
        case .untrustedReader: "presentation.untrustedReader"
        case .unregisteredReader: "presentation.unregisteredReader"
        case .readerRefused(let refusal): "presentation.\(refusal.code)"
        case .retention: "presentation.retention"
        case .noMatchingDocument: "presentation.noMatchingDocument"
        case .invalidChoice: "presentation.invalidChoice"
        case .portraitWithheld: "presentation.portraitWithheld"
        case .signatureUnavailable: "presentation.signatureUnavailable"
        case .responseTooLarge: "presentation.responseTooLarge"
        case .deviceKey(let error): error.code
        case .cryptography: "presentation.cryptography"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .invalidReaderSignatures: "the request claims reader signatures and none of them verifies"
        case .untrustedReader: "no reader this wallet trusts signed the request"
        case .unregisteredReader: "the reader's certificate has no registrar's word on who it is and what it may ask for"
        case .readerRefused(let refusal): refusal.description
        case .retention(let element): "\(element) is restricted by law and must not be kept, and the request says that it would be"
        case .noMatchingDocument: "no document here can answer the request"
        case .invalidChoice: "the chosen document cannot answer the request"
        case .portraitWithheld: "the portrait is asked for and must be released with any other element"
        case .signatureUnavailable: "the document's device key only makes MACs, which this session cannot check"
        case .responseTooLarge(let size, let limit): "the answer has \(size) bytes, the request accepts \(limit)"
        case .deviceKey(let error): error.description
        case .cryptography: "the answer could not be signed or sealed"
        }
    }
}
