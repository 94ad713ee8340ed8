package import PresentmentRequest

/// What the broker tells an app that asks for documents.
package enum AppNotice: BrokerMessage {
    /// Asking makes sense.
    case mayAsk
    /// Open this address in the person's browser: they decide there.
    case window(String)
    /// The sealed answer, and the words that were left out because no legal basis was granted for them; the end.
    case answer([UInt8], omitted: [String])
    /// There is no answer, or asking makes no sense; of a request it is the end. The code is for the app's developers.
    case ended(AppEnding, code: String)

    package func write(to writer: inout WireWriter) {
        switch self {
        case .mayAsk: writer.byte(1)
        case .window(let address):
            writer.byte(2)
            writer.text(address)
        case .answer(let envelope, let omitted):
            writer.byte(3)
            writer.data(envelope)
            writer.short(omitted.count)
            for word in omitted { writer.text(word) }
        case .ended(let ending, let code):
            writer.byte(4)
            writer.byte(ending.rawValue)
            writer.text(code)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .mayAsk
        case 2: self = .window(try reader.text(upTo: MessageBounds.addressBytes))
        case 3:
            let envelope = try reader.data(upTo: MessageBounds.response)
            let omitted = try reader.list(upTo: MessageBounds.words) { (reader) throws(WireFault) in try reader.text(upTo: MessageBounds.text) }
            self = .answer(envelope, omitted: omitted)
        case 4:
            let ending = try reader.code(AppEnding.self)
            self = .ended(ending, code: try reader.text(upTo: MessageBounds.text))
        default: throw reader.fault("no such notice to an app")
        }
    }
}
