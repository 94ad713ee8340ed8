package import PresentmentRequest

/// What a user agent tells the broker. One connection carries one request.
package enum UserAgentMessage: BrokerMessage {
    /// A page asks, here or on another device; its request, its origin as the user agent vouches for it, and the person's language.
    case present(data: [UInt8], origin: String, locale: String, isOnAnotherDevice: Bool = false)
    /// The request once more, when the broker asked for it.
    case released(data: [UInt8], origin: String)
    /// The page no longer waits.
    case cancel

    package func write(to writer: inout WireWriter) {
        switch self {
        case .present(let data, let origin, let locale, let isOnAnotherDevice):
            writer.byte(1)
            writer.data(data)
            writer.text(origin)
            writer.text(locale)
            writer.flag(isOnAnotherDevice)
        case .released(let data, let origin):
            writer.byte(2)
            writer.data(data)
            writer.text(origin)
        case .cancel: writer.byte(3)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1:
            let (data, origin) = (try Self.data(&reader), try reader.text(upTo: MessageBounds.addressBytes))
            let locale = try reader.text(upTo: MessageBounds.text)
            self = .present(data: data, origin: origin, locale: locale, isOnAnotherDevice: try reader.flag())
        case 2:
            let data = try Self.data(&reader)
            self = .released(data: data, origin: try reader.text(upTo: MessageBounds.addressBytes))
        case 3: self = .cancel
        default: throw reader.fault("no such message of a user agent")
        }
    }

    private static func data(_ reader: inout WireReader) throws(WireFault) -> [UInt8] {
        try reader.data(upTo: ParserInput.maximumDataBytes)
    }
}
