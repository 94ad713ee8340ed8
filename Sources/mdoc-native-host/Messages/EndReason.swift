import BrokerMessages

/// Why there is no response, as the extension knows it: each is a kind of exception.
enum EndReason: String, Sendable, CaseIterable {
    /// `NotAllowedError`: the person declined or took it back, no wallet has what is asked, or it was refused; which, the broker does not tell.
    case declined
    /// `TypeError`: the request breaks a rule of the parser.
    case invalid
    /// `InvalidStateError`: another request is open at the broker.
    case busy
    /// `OperationError`: the broker broke off, or what it said cannot be passed on.
    case failed

    init(_ ending: UserAgentEnding) {
        self =
            switch ending {
            case .notAllowed: .declined
            case .malformed: .invalid
            case .inProgress: .busy
            }
    }
}
