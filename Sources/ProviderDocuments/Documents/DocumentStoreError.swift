public import DocumentProvider
public import IdentityElements
import OwnerOnlyFiles

/// Why a provider's storage does not do what is asked of it.
public enum DocumentStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder of a path could be entered by others.
    case exposed(String)
    /// The folder or file of a path cannot be reached; why.
    case unavailable(String, reason: String)
    /// The file of a path was not written with the keys of this device: it is damaged, or a copy from elsewhere.
    case damaged(String)
    /// No document has this name.
    case unknownDocument
    /// The document is not what an issuer that is trusted signed, or not now; why.
    case refused(String)
    /// Its device key is that of a document which is bound to another enrolment of the owner.
    case otherOwner
    /// Its issuer wants more of a wallet than this one can do.
    case belowMinimum([CapabilityShortfall])
    /// The system does not take a registration of it: the app may not present documents of its type.
    case notEntitled
    /// The system does not take a registration of it: it is outside the bounds, or all of the app's together would be.
    case beyondBounds
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
        case .notEntitled: "documents.notEntitled"
        case .beyondBounds: "documents.beyondBounds"
        case .document(let error): error.code
        case .key(let error): error.code
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .exposed(let path): StorageFault.exposed(path).sentence
        case .unavailable(let path, let reason): "\(path): \(reason)"
        case .damaged(let path): "\(StorageFault.damaged(path).sentence); have the document issued again on this device"
        case .unknownDocument: "there is no such document here"
        case .refused(let reason): "the document is not accepted: \(reason)"
        case .otherOwner:
            "the document's key is bound to the PIN or passkey with which another document of it was added; have its issuer issue it to a new key"
        case .belowMinimum(let shortfalls):
            "the document is not accepted: \(shortfalls.map(\.description).joined(separator: "; ")); use a device that can do this"
        case .notEntitled: "the app may not present documents of its type; name the type among the documentTypes of provider.json, and install that"
        case .beyondBounds: "the wallet takes no more of this app: there are too many documents, or too many issuers and registrars; remove one"
        case .document(let error): error.description
        case .key(let error): error.description
        }
    }

    /// Whether the document can be used, and the system does not take a registration of it.
    var isOfSystem: Bool {
        switch self {
        case .notEntitled, .beyondBounds: true
        default: false
        }
    }

    /// The folder or file that cannot be used; nil where it is something else.
    package var path: String? {
        switch self {
        case .exposed(let path), .unavailable(let path, _), .damaged(let path): path
        default: nil
        }
    }

    init(_ fault: StorageFault) {
        switch fault {
        case .exposed(let path): self = .exposed(path)
        case .damaged(let path): self = .damaged(path)
        case .exists(let path): self = .unavailable(path, reason: "it is there already")
        case .unavailable(let path, let errno): self = .unavailable(path, reason: OwnerOnlyFileError.reason(errno))
        case .held(let path): self = .unavailable(path, reason: OwnerOnlyFileError.holding)
        }
    }
}
