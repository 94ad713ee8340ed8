package import PresentmentRequest

/// What a provider tells the broker.
package enum ProviderReport: BrokerMessage {
    /// Show this: a fragment of HTML without scripts.
    case sheet(String)
    /// The person agreed: release the request.
    case release
    /// The encrypted response.
    case deliver([UInt8])
    /// The request ends without a response.
    case ended(ProviderEnding)
    /// The registrations are in line with what is stored.
    case registrationsUpdated

    package func write(to writer: inout WireWriter) {
        switch self {
        case .sheet(let html):
            writer.byte(1)
            writer.text(html)
        case .release: writer.byte(2)
        case .deliver(let response):
            writer.byte(3)
            writer.data(response)
        case .ended(let ending):
            writer.byte(4)
            ending.write(to: &writer)
        case .registrationsUpdated: writer.byte(5)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .sheet(try reader.text(upTo: MessageBounds.sheet))
        case 2: self = .release
        case 3: self = .deliver(try reader.data(upTo: MessageBounds.response))
        case 4: self = .ended(try ProviderEnding(from: &reader))
        case 5: self = .registrationsUpdated
        default: throw reader.fault("no such report of a provider")
        }
    }
}
