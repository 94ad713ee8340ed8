public import PresentmentRequest

/// Why there is no partial request.
public enum RequestParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request is refused; the only case that is about the request and not about its parser.
    case refused(RequestRefusal)
    /// Too many requests are being parsed.
    case busy
    /// The request has more bytes than are given to a parser.
    case tooLarge(Int)
    /// The program cannot be started.
    case notStarted
    /// This machine cannot confine the parser, so nothing is parsed.
    case unconfined
    /// It made a system call that it has no right to: a fault in it, or an attack that was stopped.
    case forbiddenSystemCall
    /// The kernel or a trap ended it: signal 9 is time or memory, 4 and 5 a trap in Swift code.
    case killed(Int32)
    /// It ended by itself without a reply.
    case exited(Int32)
    /// It did not end in time and was killed.
    case deadline
    /// Nobody waits for the request any more, and the parser was killed.
    case cancelled
    /// It wrote more than a reply may have and was killed.
    case replyTooLong
    /// Its reply is outside the fixed form.
    case malformedReply(WireFault)
    /// Its reply is about another page than the one that asks.
    case otherOrigin

    /// Stable code.
    public var code: String {
        switch self {
        case .refused(let refusal): refusal.code.name
        case .busy: "parser.busy"
        case .tooLarge: RequestRefusal.Code.tooLarge.name
        case .notStarted: "parser.notStarted"
        case .unconfined: "parser.unconfined"
        case .forbiddenSystemCall: "parser.forbiddenSystemCall"
        case .killed: "parser.killed"
        case .exited: "parser.exited"
        case .deadline: "parser.deadline"
        case .cancelled: "parser.cancelled"
        case .replyTooLong: "parser.replyTooLong"
        case .malformedReply: "parser.malformedReply"
        case .otherOrigin: "parser.otherOrigin"
        }
    }

    /// What is wrong, and how to mend it where a person can.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .busy: "too many requests are being parsed; try again"
        case .tooLarge(let count): "the request has \(count) bytes, at most \(ParserInput.maximumDataBytes) are accepted"
        case .notStarted: "the request parser cannot be started; is mdoc-request-parser installed where the broker looks for it?"
        case .unconfined: "the request parser cannot confine itself here; the kernel needs seccomp and resource limits"
        case .forbiddenSystemCall: "the request parser made a system call it has no right to and was killed"
        case .killed(let signal): "the request parser was ended by signal \(signal)"
        case .exited(let status): "the request parser ended without a reply (status \(status))"
        case .deadline: "the request parser did not end in time"
        case .cancelled: "the request was withdrawn while it was parsed"
        case .replyTooLong: "the request parser wrote more than a reply may have"
        case .malformedReply(let fault): "the request parser's reply cannot be read \(fault)"
        case .otherOrigin: "the request parser's reply is about another page"
        }
    }
}
