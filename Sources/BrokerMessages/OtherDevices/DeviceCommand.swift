package import PresentmentRequest

/// What a broker tells the program that reaches other devices. One process is told one thing; whoever closes the connection ends it.
package enum DeviceCommand: BrokerMessage {
    /// Have a page's request answered by the device that scans the code.
    case ask(data: [UInt8], origin: String)
    /// Answer the device that shows a code of this text, in the person's language.
    case answerText(String, locale: String)
    /// Answer the device whose code is in this picture: grey values, one byte each, row by row.
    case answerPicture(width: Int, pixels: [UInt8], locale: String)

    package func write(to writer: inout WireWriter) {
        switch self {
        case .ask(let data, let origin):
            writer.byte(1)
            writer.data(data)
            writer.text(origin)
        case .answerText(let text, let locale):
            writer.byte(2)
            writer.text(text)
            writer.text(locale)
        case .answerPicture(let width, let pixels, let locale):
            writer.byte(3)
            writer.short(width)
            writer.data(pixels)
            writer.text(locale)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1:
            let data = try reader.data(upTo: ParserInput.maximumDataBytes)
            self = .ask(data: data, origin: try reader.text(upTo: MessageBounds.addressBytes))
        case 2:
            let text = try reader.text(upTo: MessageBounds.codeBytes)
            self = .answerText(text, locale: try reader.text(upTo: MessageBounds.text))
        case 3:
            let (width, pixels) = (try reader.short(), try reader.data(upTo: MessageBounds.picture))
            guard width > 0, !pixels.isEmpty, pixels.count.isMultiple(of: width) else { throw reader.fault("a picture is not made of whole rows") }
            self = .answerPicture(width: width, pixels: pixels, locale: try reader.text(upTo: MessageBounds.text))
        default: throw reader.fault("no such command to other devices")
        }
    }
}
