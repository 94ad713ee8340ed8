/// What a broker gives its parser: a request as the page passed it, and the page.
public struct ParserInput: Sendable, Hashable {
    /// Most bytes of a request's data; some reader certificates carry icons.
    public static let maximumDataBytes = 4 << 20
    /// Most bytes of the encoded form.
    public static let maximumBytes = maximumDataBytes + Bounds.originBytes + 64

    /// The page's origin, as the user agent vouches for it.
    public let origin: String
    /// The JSON object with `deviceRequest` and `encryptionInfo`, unread.
    public let requestData: [UInt8]

    /// Takes a request.
    public init(origin: String, requestData: [UInt8]) {
        self.origin = origin
        self.requestData = requestData
    }

    private static let signature = Array("mdri1".utf8)

    /// Encodes it for the parser.
    public func encode() -> [UInt8] {
        var writer = WireWriter()
        for byte in Self.signature { writer.byte(byte) }
        writer.text(origin)
        writer.data(requestData)
        return writer.bytes
    }

    /// Decodes it in the parser.
    public init(decoding bytes: [UInt8]) throws(WireFault) {
        var reader = WireReader(bytes)
        for byte in Self.signature {
            guard try reader.byte() == byte else { throw reader.fault("not a request to a parser of this version") }
        }
        origin = try reader.text()
        requestData = try reader.data()
        try reader.finish()
    }
}
