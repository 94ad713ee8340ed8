/// What the parser tells its broker.
///
/// The form is of our own and fixed: the broker that reads it decodes nothing of a request itself. A value has
/// exactly one encoding. The parser is believed in nothing: whatever it sends is bounded again here, and compared with the whole
/// request by the provider before anything is released.
public struct ParserReply: Sendable, Hashable {
    /// Most bytes of the encoded form; the largest request within bounds has fewer.
    public static let maximumBytes = 5 << 20

    /// What became of the request.
    public enum Outcome: Sendable, Hashable {
        /// It can be shown.
        case request(PartialRequest)
        /// It goes no further.
        case refused(RequestRefusal)
    }

    /// What held the parser.
    public let confinement: ParserConfinement
    /// What became of the request.
    public let outcome: Outcome

    /// States a reply.
    public init(confinement: ParserConfinement, outcome: Outcome) {
        self.confinement = confinement
        self.outcome = outcome
    }

    private static let signature = Array("mdrr2".utf8)
    private static let request: UInt8 = 1
    private static let refused: UInt8 = 2

    /// Encodes it for the broker.
    public func encode() -> [UInt8] {
        var writer = WireWriter()
        for byte in Self.signature { writer.byte(byte) }
        writer.byte(confinement.rawValue)
        switch outcome {
        case .request(let request):
            writer.byte(Self.request)
            request.write(to: &writer)
        case .refused(let refusal):
            writer.byte(Self.refused)
            writer.byte(refusal.code.rawValue)
            writer.text(refusal.detail)
        }
        return writer.bytes
    }

    /// Decodes it in the broker.
    public init(decoding bytes: [UInt8]) throws(WireFault) {
        var reader = WireReader(bytes)
        guard bytes.count <= Self.maximumBytes else {
            throw reader.fault("\(bytes.count) bytes, at most \(Self.maximumBytes) are accepted")
        }
        for byte in Self.signature {
            guard try reader.byte() == byte else { throw reader.fault("not a reply of a parser of this version") }
        }
        guard let confinement = ParserConfinement(rawValue: try reader.byte()) else { throw reader.fault("no such confinement") }
        self.confinement = confinement
        switch try reader.byte() {
        case Self.request: outcome = .request(try PartialRequest(from: &reader))
        case Self.refused: outcome = .refused(try Self.readRefusal(&reader))
        default: throw reader.fault("neither a request nor a refusal")
        }
        try reader.finish()
    }

    private static func readRefusal(_ reader: inout WireReader) throws(WireFault) -> RequestRefusal {
        guard let code = RequestRefusal.Code(rawValue: try reader.byte()) else { throw reader.fault("no such refusal") }
        let detail = try reader.text()
        let refusal = RequestRefusal(code, detail)
        guard refusal.detail == detail else { throw reader.fault("a refusal's sentence is too long or not plain") }
        return refusal
    }
}
