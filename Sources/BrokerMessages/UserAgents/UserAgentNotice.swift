package import PresentmentRequest

/// What the broker tells a user agent.
package enum UserAgentNotice: BrokerMessage {
    /// Open this address in a window of its own, which the page cannot reach: the person decides there.
    case window(String)
    /// The person agreed: give the request again.
    case pull
    /// The encrypted response; the end.
    case response([UInt8])
    /// There is no response; the end.
    case ended(UserAgentEnding)

    package func write(to writer: inout WireWriter) {
        switch self {
        case .window(let address):
            writer.byte(1)
            writer.text(address)
        case .pull: writer.byte(2)
        case .response(let response):
            writer.byte(3)
            writer.data(response)
        case .ended(let ending):
            writer.byte(4)
            ending.write(to: &writer)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .window(try reader.text(upTo: MessageBounds.addressBytes))
        case 2: self = .pull
        case 3: self = .response(try reader.data(upTo: MessageBounds.response))
        case 4: self = .ended(try UserAgentEnding(from: &reader))
        default: throw reader.fault("no such notice to a user agent")
        }
    }
}
