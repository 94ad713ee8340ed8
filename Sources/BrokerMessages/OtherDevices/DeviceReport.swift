package import PresentmentRequest

/// What the program that reaches other devices tells the broker.
package enum DeviceReport: BrokerMessage {
    /// Show this as a QR code: `FIDO:/` and digits.
    case code(String)
    /// How far it is.
    case progress(DeviceProgress)
    /// The person decides in the window at this address, here.
    case window(String)
    /// The encrypted response of the other device; the end.
    case response([UInt8])
    /// The other device has been answered; the end.
    case answered
    /// The person declined on the other device; the end.
    case declined
    /// Why there is no answer, a stable code; the end.
    case failed(code: String)
    /// The linked devices that can be asked; the end.
    case links([DeviceLink])

    package func write(to writer: inout WireWriter) {
        switch self {
        case .code(let text):
            writer.byte(1)
            writer.text(text)
        case .progress(let progress):
            writer.byte(2)
            writer.byte(progress.rawValue)
        case .window(let address):
            writer.byte(3)
            writer.text(address)
        case .response(let response):
            writer.byte(4)
            writer.data(response)
        case .answered: writer.byte(5)
        case .declined: writer.byte(6)
        case .failed(let code):
            writer.byte(7)
            writer.text(code)
        case .links(let links):
            writer.byte(8)
            writer.short(links.count)
            for link in links { link.write(to: &writer) }
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .code(try reader.visible(upTo: MessageBounds.codeBytes))
        case 2: self = .progress(try reader.code(DeviceProgress.self))
        case 3: self = .window(try reader.visible(upTo: MessageBounds.addressBytes))
        case 4: self = .response(try reader.data(upTo: MessageBounds.response))
        case 5: self = .answered
        case 6: self = .declined
        case 7: self = .failed(code: try reader.visible(upTo: MessageBounds.text))
        case 8: self = .links(try reader.list(upTo: MessageBounds.links) { (reader) throws(WireFault) in try DeviceLink(from: &reader) })
        default: throw reader.fault("no such report of other devices")
        }
    }
}
