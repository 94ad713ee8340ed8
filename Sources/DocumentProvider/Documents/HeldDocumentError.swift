/// Why a wallet cannot take a document.
public enum HeldDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It cannot be read; where and why.
    case malformed(String)
    /// It was issued to another device key.
    case otherDeviceKey

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .malformed: "document.malformed"
        case .otherDeviceKey: "document.otherDeviceKey"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .malformed(let reason): "the document cannot be read: \(reason)"
        case .otherDeviceKey: "the document was issued to another device key; give the key whose public half it was issued for"
        }
    }
}
