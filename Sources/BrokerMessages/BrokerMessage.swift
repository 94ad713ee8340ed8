package import PresentmentRequest

/// What a broker and one of its neighbours tell each other, in the fixed form of the parser's replies. A value has exactly one encoding.
/// It describes itself by its size: sheets, answers and what people type are nobody else's business.
package protocol BrokerMessage: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The version of its frames; another one where those of its kind have changed.
    static var version: UInt8 { get }
    /// Writes the value.
    func write(to writer: inout WireWriter)
    /// Reads a value, within its bounds.
    init(from reader: inout WireReader) throws(WireFault)
}

extension BrokerMessage {
    package static var version: UInt8 { MessageBounds.version }

    /// Type and size.
    package var description: String { "<\(Self.self), \(encode().count) bytes>" }

    /// The same as `description`.
    package var debugDescription: String { description }

    /// No children, so that neither `dump` nor a failed test shows the content.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The value as a frame.
    package func encode() -> [UInt8] {
        var writer = WireWriter()
        writer.byte(Self.version)
        write(to: &writer)
        return writer.bytes
    }

    /// Reads a frame, which holds nothing else.
    package init(decoding frame: [UInt8]) throws(WireFault) {
        var reader = WireReader(frame)
        guard try reader.byte() == Self.version else { throw reader.fault("a message of another version") }
        self = try Self(from: &reader)
        try reader.finish()
    }
}
