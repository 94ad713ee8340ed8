package import PresentmentRequest

/// What the broker can say about who asks.
package enum ReaderStanding: BrokerMessage {
    /// Nobody whom the broker trusts vouches for the reader.
    case unverified
    /// One of the broker's own authorities vouches for the brand.
    case verified(brand: String, authority: String)

    package func write(to writer: inout WireWriter) {
        switch self {
        case .unverified: writer.byte(1)
        case .verified(let brand, let authority):
            writer.byte(2)
            writer.text(brand)
            writer.text(authority)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .unverified
        case 2:
            let brand = try reader.text(upTo: MessageBounds.text)
            self = .verified(brand: brand, authority: try reader.text(upTo: MessageBounds.text))
        default: throw reader.fault("no such standing of a reader")
        }
    }
}
