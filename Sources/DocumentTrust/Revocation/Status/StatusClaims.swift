import CBOR
import MobileDocument

/// The claims of a status token, read and not yet believed (RFC 8392; draft-ietf-oauth-status-list, 5.2).
struct StatusClaims {
    let subject: String
    let issuedAt: Instant
    let expiresAt: Instant
    /// Before when it is not to be accepted (RFC 8392, 3.1.5); nil where it says nothing of that.
    let notBefore: Instant?
    /// Seconds after which a newer one should be fetched.
    let timeToLive: Int64?
    /// The list in its original encoding.
    let list: CBORItem

    private enum Label {
        static let subject: Int64 = 2
        static let expiresAt: Int64 = 4
        static let notBefore: Int64 = 5
        static let issuedAt: Int64 = 6
        static let identifierList: Int64 = 65_530
        static let statusList: Int64 = 65_533
        static let timeToLive: Int64 = 65_534
    }

    init(_ payload: ByteSlice, kind: StatusTokenKind) throws(CBORError) {
        let listLabel = kind == .statusList ? Label.statusList : Label.identifierList
        var subject: String?
        var issuedAt: Instant?
        var expiresAt: Instant?
        var notBefore: Instant?
        var timeToLive: Int64?
        var list: CBORItem?
        var reader = try CBORReader(payload.bytes, limits: StatusToken.limits)
        let start = reader.offset
        try reader.readMap { (reader, key) throws(CBORError) in
            switch key {
            case .integer(Label.subject): subject = try reader.readText()
            case .integer(Label.issuedAt): issuedAt = try Self.readInstant(&reader)
            case .integer(Label.expiresAt): expiresAt = try Self.readInstant(&reader)
            case .integer(Label.notBefore): notBefore = try Self.readInstant(&reader)
            case .integer(Label.timeToLive): timeToLive = try Self.readPositive(&reader)
            case .integer(listLabel): list = try reader.readItem()
            default: break
            }
        }
        try reader.finish()
        self.subject = try Self.required(subject, "sub (2)", at: start)
        self.issuedAt = try Self.required(issuedAt, "iat (6)", at: start)
        self.expiresAt = try Self.required(expiresAt, "exp (4)", at: start)
        self.notBefore = notBefore
        self.timeToLive = timeToLive
        self.list = try Self.required(list, "the list (\(listLabel))", at: start)
        guard self.issuedAt < self.expiresAt else {
            throw CBORError(.invalidValue, at: start, "it expires before it is issued")
        }
    }

    private static func required<Value>(_ value: Value?, _ name: String, at offset: Int) throws(CBORError) -> Value {
        guard let value else { throw CBORError(.missingMember, at: offset, "\(name) is missing") }
        return value
    }

    private static func readInstant(_ reader: inout CBORReader) throws(CBORError) -> Instant {
        let start = reader.offset
        guard let seconds = Int64(exactly: try reader.readUnsigned()) else {
            throw CBORError(.invalidValue, at: start, "the moment does not fit 64 bits with sign")
        }
        return Instant(secondsSinceEpoch: seconds)
    }

    private static func readPositive(_ reader: inout CBORReader) throws(CBORError) -> Int64 {
        let start = reader.offset
        guard let seconds = Int64(exactly: try reader.readUnsigned()), seconds > 0 else {
            throw CBORError(.invalidValue, at: start, "ttl must be a positive number of seconds")
        }
        return seconds
    }
}
