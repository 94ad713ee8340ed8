package import PresentmentRequest

/// What the broker tells the provider that was chosen.
package enum ProviderCommand: BrokerMessage {
    /// Show this.
    case present(RequestToPresent)
    /// The person used a button of the sheet; what its inputs held, by their names.
    case act(String, values: [String: String])
    /// The person agreed and was verified: here is the request.
    case released(ReleasedRequestData)
    /// The request cannot be released; a stable code.
    case notReleased(String)
    /// The response went to the user agent.
    case delivered
    /// The request is over.
    case withdrawn
    /// Bring the registrations in line with what is stored.
    case updateRegistrations

    /// The second has use cases apart from what is asked without them; the third has nothing that no provider reads.
    package static var version: UInt8 { 3 }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .present(let request):
            writer.byte(1)
            request.write(to: &writer)
        case .act(let action, let values):
            writer.byte(2)
            writer.text(action)
            writer.short(values.count)
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.text(name)
                writer.text(value)
            }
        case .released(let request):
            writer.byte(3)
            request.write(to: &writer)
        case .notReleased(let code):
            writer.byte(4)
            writer.text(code)
        case .delivered: writer.byte(5)
        case .withdrawn: writer.byte(6)
        case .updateRegistrations: writer.byte(7)
        }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .present(try RequestToPresent(from: &reader))
        case 2:
            let action = try reader.text(upTo: MessageBounds.text)
            self = .act(action, values: try Self.values(&reader))
        case 3: self = .released(try ReleasedRequestData(from: &reader))
        case 4: self = .notReleased(try reader.text(upTo: MessageBounds.text))
        case 5: self = .delivered
        case 6: self = .withdrawn
        case 7: self = .updateRegistrations
        default: throw reader.fault("no such command to a provider")
        }
    }

    /// Names in order, each once, so that there is one encoding.
    private static func values(_ reader: inout WireReader) throws(WireFault) -> [String: String] {
        let pairs = try reader.list(upTo: MessageBounds.values) { (reader) throws(WireFault) in
            (try reader.text(upTo: MessageBounds.text), try reader.text(upTo: MessageBounds.valueBytes))
        }
        guard zip(pairs, pairs.dropFirst()).allSatisfy({ $0.0 < $1.0 }) else { throw reader.fault("names are not in order") }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
