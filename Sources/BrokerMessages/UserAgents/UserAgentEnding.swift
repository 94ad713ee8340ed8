package import PresentmentRequest

/// Why a page gets no response: the kind of exception, and of the rest no more than what is wrong with its own request.
package enum UserAgentEnding: BrokerMessage {
    /// `NotAllowedError`: declined, withdrawn, refused, failed; which, the page does not learn.
    case notAllowed
    /// `TypeError`: the request is not in the form of one; the stable code of the rule that it breaks, for the page's developers.
    case malformed(code: String)
    /// `InvalidStateError`: another request is under way.
    case inProgress

    /// The rule that the request breaks; nil where it is not that.
    package var code: String? { if case .malformed(let code) = self { code } else { nil } }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .notAllowed: writer.byte(1)
        case .malformed(let code):
            writer.byte(2)
            writer.text(code)
        case .inProgress: writer.byte(3)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .notAllowed
        case 2: self = .malformed(code: try reader.visible(upTo: MessageBounds.text))
        case 3: self = .inProgress
        default: throw reader.fault("no such ending")
        }
    }
}
