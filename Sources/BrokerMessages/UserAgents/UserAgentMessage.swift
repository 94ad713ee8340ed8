package import PresentmentRequest

/// What a user agent tells the broker. One connection carries one request.
package enum UserAgentMessage: BrokerMessage {
    /// A page asks, here or on another device; its request, its origin as the user agent vouches for it, the person's language, and most bytes of
    /// a response that the user agent can pass on, where they are fewer than a response may have.
    case present(data: [UInt8], origin: String, locale: String, isOnAnotherDevice: Bool = false, longestResponse: Int? = nil)
    /// The request once more, when the broker asked for it.
    case released(data: [UInt8], origin: String)
    /// The page no longer waits.
    case cancel

    package func write(to writer: inout WireWriter) {
        switch self {
        case .present(let data, let origin, let locale, let isOnAnotherDevice, let longestResponse):
            // A form more needs no new version: a user agent that speaks the first one still works.
            writer.byte(longestResponse == nil ? 1 : 4)
            writer.data(data)
            writer.text(origin)
            writer.text(locale)
            writer.flag(isOnAnotherDevice)
            if let longestResponse { writer.long(UInt64(clamping: longestResponse)) }
        case .released(let data, let origin):
            writer.byte(2)
            writer.data(data)
            writer.text(origin)
        case .cancel: writer.byte(3)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        let form = try reader.byte()
        switch form {
        case 1, 4:
            let (data, origin) = (try Self.data(&reader), try reader.text(upTo: MessageBounds.addressBytes))
            let locale = try reader.text(upTo: MessageBounds.text)
            let isOnAnotherDevice = try reader.flag()
            let longest = try form == 4 ? Self.longestResponse(&reader) : nil
            self = .present(data: data, origin: origin, locale: locale, isOnAnotherDevice: isOnAnotherDevice, longestResponse: longest)
        case 2:
            let data = try Self.data(&reader)
            self = .released(data: data, origin: try reader.text(upTo: MessageBounds.addressBytes))
        case 3: self = .cancel
        default: throw reader.fault("no such message of a user agent")
        }
    }

    private static func longestResponse(_ reader: inout WireReader) throws(WireFault) -> Int {
        guard let longest = try Int(exactly: reader.long()), longest <= MessageBounds.response else { throw reader.fault("no bound of a response") }
        return longest
    }

    private static func data(_ reader: inout WireReader) throws(WireFault) -> [UInt8] {
        try reader.data(upTo: ParserInput.maximumDataBytes)
    }
}
