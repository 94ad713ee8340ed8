/// Why a device key could not be made, found or used.
public enum DeviceKeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The label has other characters, or too many.
    case label
    /// There is no key of that label here.
    case notFound
    /// There is a key of that label already.
    case exists
    /// The store cannot be reached or does not work; why.
    case unavailable(String)
    /// What the store holds is not what it wrote; what.
    case damaged(String)
    /// The token has refused the PIN, and a few wrong ones lock it; which PIN.
    case wrongPIN(String)
    /// The token's PIN is locked, or one more wrong one would lock it; which PIN.
    case lockedPIN(String)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .label: "deviceKey.label"
        case .notFound: "deviceKey.notFound"
        case .exists: "deviceKey.exists"
        case .unavailable: "deviceKey.unavailable"
        case .damaged: "deviceKey.damaged"
        case .wrongPIN: "deviceKey.wrongPIN"
        case .lockedPIN: "deviceKey.lockedPIN"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .label: "a key's label has 1 to 64 letters, digits, - and _"
        case .notFound: "there is no such device key here; a document can only be shown on the device it was issued to"
        case .exists: "there is a device key of that label already; take another label"
        case .unavailable(let reason): "the device keys cannot be reached: \(reason)"
        case .damaged(let what): "the device keys are damaged (\(what)); documents have to be issued again"
        case .wrongPIN(let pin): "\(pin) is wrong; correct it before it is tried again, since a few wrong ones lock the token"
        case .lockedPIN(let pin):
            "the token is locked, or one wrong PIN away from it: unlock it with the PIN of its security officer, then correct \(pin)"
        }
    }
}
