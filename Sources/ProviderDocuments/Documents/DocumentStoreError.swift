public import DocumentProvider
public import IdentityElements

/// Why a provider's storage does not do what is asked of it.
public enum DocumentStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder could be entered by others; how it should be.
    case exposed(String)
    /// The folder or a file cannot be reached; why.
    case unavailable(String)
    /// A file was not written with the keys of this device: it is damaged, or a copy from elsewhere.
    case damaged(String)
    /// No document has this name.
    case unknownDocument
    /// The document is not what an issuer that is trusted signed, or not now; why.
    case refused(String)
    /// Its device key is that of a document which is bound to another enrolment of the owner, or to none.
    case otherOwner
    /// Its issuer wants more of a wallet than this one can do.
    case belowMinimum([CapabilityShortfall])
    /// The document cannot be held.
    case document(HeldDocumentError)
    /// The device key cannot be used.
    case key(DeviceKeyError)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .exposed: "documents.exposed"
        case .unavailable: "documents.unavailable"
        case .damaged: "documents.damaged"
        case .unknownDocument: "documents.unknownDocument"
        case .refused: "documents.refused"
        case .otherOwner: "documents.otherOwner"
        case .belowMinimum: "documents.belowMinimum"
        case .document(let error): error.code
        case .key(let error): error.code
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .exposed(let sentence), .unavailable(let sentence): sentence
        case .damaged(let sentence): "\(sentence); have the document issued again on this device"
        case .unknownDocument: "there is no such document here"
        case .refused(let reason): "the document is not accepted: \(reason)"
        case .otherOwner:
            "the document's key is bound to the PIN or passkey with which another document of it was added; have its issuer issue it to a new key"
        case .belowMinimum(let shortfalls):
            "the document is not accepted: \(shortfalls.map(\.description).joined(separator: "; ")); use a device that can do this"
        case .document(let error): error.description
        case .key(let error): error.description
        }
    }

    init(_ fault: StorageFault) {
        switch fault {
        case .exposed: self = .exposed(fault.sentence)
        case .damaged: self = .damaged(fault.sentence)
        case .exists, .unavailable: self = .unavailable(fault.sentence)
        }
    }
}
