package import PresentmentRequest

/// How a provider ends a request without a response.
package enum ProviderEnding: BrokerMessage {
    /// The person declined.
    case cancelled
    /// The provider refuses the request; a stable code, for the person's own history.
    case refused(code: String)

    package func write(to writer: inout WireWriter) {
        switch self {
        case .cancelled: writer.byte(1)
        case .refused(let code):
            writer.byte(2)
            writer.text(code)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .cancelled
        case 2: self = .refused(code: try reader.visible(upTo: MessageBounds.text))
        default: throw reader.fault("no such ending")
        }
    }
}
