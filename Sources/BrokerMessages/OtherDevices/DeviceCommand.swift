package import PresentmentRequest

/// What a broker tells the program that reaches other devices. One process is told one thing; whoever closes the connection ends it.
package enum DeviceCommand: BrokerMessage {
    /// Have a page's request answered by the device of this link; without one by the device that scans the code.
    case ask(data: [UInt8], origin: String, link: String? = nil)
    /// Answer the device that shows a code of this text, in the person's language, and link it if the person wants that.
    case answerText(String, locale: String, isLinking: Bool = false)
    /// Answer the device whose code is in this picture: grey values, one byte each, row by row.
    case answerPicture(width: Int, pixels: [UInt8], locale: String, isLinking: Bool = false)
    /// Say which linked devices can be asked.
    case links
    /// Wait for a linked device to ask, and answer it.
    case waitForLinked

    package func write(to writer: inout WireWriter) {
        switch self {
        case .ask(let data, let origin, let link):
            writer.byte(1)
            writer.data(data)
            writer.text(origin)
            writer.optional(link) { $0.text($1) }
        case .answerText(let text, let locale, let isLinking):
            writer.byte(2)
            writer.text(text)
            writer.text(locale)
            writer.flag(isLinking)
        case .answerPicture(let width, let pixels, let locale, let isLinking):
            writer.byte(3)
            writer.short(width)
            writer.data(pixels)
            writer.text(locale)
            writer.flag(isLinking)
        case .links: writer.byte(4)
        case .waitForLinked: writer.byte(5)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1:
            let data = try reader.data(upTo: ParserInput.maximumDataBytes)
            let origin = try reader.text(upTo: MessageBounds.addressBytes)
            let link = try reader.optional { (reader) throws(WireFault) in try reader.visible(upTo: MessageBounds.text) }
            self = .ask(data: data, origin: origin, link: link)
        case 2:
            let (text, locale) = (try reader.text(upTo: MessageBounds.codeBytes), try reader.text(upTo: MessageBounds.text))
            self = .answerText(text, locale: locale, isLinking: try reader.flag())
        case 3:
            let (width, pixels) = (try reader.short(), try reader.data(upTo: MessageBounds.picture))
            guard width > 0, !pixels.isEmpty, pixels.count.isMultiple(of: width) else { throw reader.fault("a picture is not made of whole rows") }
            let locale = try reader.text(upTo: MessageBounds.text)
            self = .answerPicture(width: width, pixels: pixels, locale: locale, isLinking: try reader.flag())
        case 4: self = .links
        case 5: self = .waitForLinked
        default: throw reader.fault("no such command to other devices")
        }
    }
}
