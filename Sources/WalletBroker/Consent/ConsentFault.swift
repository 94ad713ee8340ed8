/// Why a step was not taken. The request goes on as it was.
public enum ConsentFault: Error, Sendable, Hashable {
    /// The request does not stand where this step belongs.
    case notNow
    /// No such provider is offered for the request.
    case unknownProvider
    /// No such device is offered.
    case unknownDevice
    /// The verification is for another transaction, too old, or was used.
    case verification

    /// Stable code.
    public var code: String {
        switch self {
        case .notNow: "consent.notNow"
        case .unknownProvider: "consent.unknownProvider"
        case .unknownDevice: "consent.unknownDevice"
        case .verification: "consent.verification"
        }
    }
}
