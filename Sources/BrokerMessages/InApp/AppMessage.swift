package import PresentmentRequest

/// What an app that asks for documents tells the broker. One connection carries one request.
package enum AppMessage: BrokerMessage {
    /// May this app ask for this, and does the person have a document for it?
    case mayAsk(AppRequest)
    /// Ask the person, in this language (BCP 47).
    case ask(AppRequest, locale: String)
    /// The app no longer waits.
    case withdraw

    /// Whether a frame begins as one of them, whatever follows.
    package static func begins(_ frame: [UInt8]) -> Bool { frame.count > 1 && frame[0] == MessageBounds.version && (64...66).contains(frame[1]) }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .mayAsk(let request):
            writer.byte(64)
            request.write(to: &writer)
        case .ask(let request, let locale):
            writer.byte(65)
            request.write(to: &writer)
            writer.text(locale)
        case .withdraw: writer.byte(66)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 64: self = .mayAsk(try AppRequest(from: &reader))
        case 65:
            let request = try AppRequest(from: &reader)
            self = .ask(request, locale: try reader.text(upTo: MessageBounds.text))
        case 66: self = .withdraw
        default: throw reader.fault("no such message of an app")
        }
    }
}
