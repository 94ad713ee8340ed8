import CBOR
public import DocumentTrust

/// The status list of an authority: an array of values from which tokens are published.
///
/// Revoking goes one way: there is no call that makes a revoked document valid, and a publisher that resumes from an earlier
/// token keeps what that one revoked.
public struct StatusListPublisher: Sendable {
    /// Address of the list, which documents name.
    public let uri: String
    /// Bits of each value.
    public let bits: StatusValueBits
    private var bytes: [UInt8]

    /// Most bytes of a new list: so many fit a token whatever they are, beside its address and its signer's certificate. A list shrinks less the more
    /// it revokes, and documents go on naming one that could not be published any more.
    static let maximumBytes = StatusToken.maximumBytes - 65_536

    /// Makes a list in which everything is valid.
    ///
    /// - Parameters:
    ///   - uri: an https address: verifiers fetch no other.
    ///   - count: number of places, rounded up to whole bytes; up to 33,030,144 of one bit, so that the list can be published whatever it revokes.
    ///     Larger lists hide better who is looked up.
    /// - Throws: ``IssuingError`` `issuer.status.size` or `issuer.status.address`.
    public init(uri: String, count: Int, bits: StatusValueBits = .one) throws(IssuingError) {
        let perByte = 8 / bits.rawValue
        guard count > 0, count <= Self.maximumBytes * perByte else {
            throw IssuingError(.statusSize, "a new list of \(bits.rawValue)-bit values has 1 to \(Self.maximumBytes * perByte) places")
        }
        try StatusTokenWriter.check(uri)
        self.uri = uri
        self.bits = bits
        bytes = [UInt8](repeating: 0, count: (count + perByte - 1) / perByte)
    }

    /// Goes on from an earlier token of ours, whatever its address: documents that name it must still be revoked.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.kind` if it is no status list.
    public init(resuming list: VerifiedStatusList) throws(IssuingError) {
        guard let values = list.values, let bits = StatusValueBits(rawValue: values.bits) else {
            throw IssuingError(.statusKind, "the earlier token is not a status list")
        }
        uri = list.uri
        self.bits = bits
        bytes = values.bytes
    }

    /// Number of places.
    public var count: Int { bytes.count * (8 / bits.rawValue) }

    /// The value at a place.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.index`.
    public func value(at index: Int) throws(IssuingError) -> StatusValue {
        let (byte, shift) = try place(index)
        return StatusValue(rawValue: bytes[byte] >> shift & mask)
    }

    /// Whether this list revokes every document that another one revokes, and revokes or suspends every one that the other suspends, except those
    /// that were reinstated.
    package func keeps(_ other: VerifiedStatusList, exceptReinstated reinstated: Set<Int>) -> Bool {
        guard let values = other.values else { return false }
        for index in 0..<values.count {
            guard let former = try? values.value(at: UInt64(index)), former != .valid else { continue }
            guard let value = try? self.value(at: index) else { return false }
            let isKept = former == .invalid ? value == .invalid : (value != .valid || reinstated.contains(index))
            guard isKept else { return false }
        }
        return true
    }

    /// Revokes a document, for good.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.index`.
    public mutating func revoke(_ index: Int) throws(IssuingError) { try set(index, to: .invalid) }

    /// Suspends a document until it is reinstated or revoked. A revoked one stays revoked.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.index`, `issuer.status.revoked`, or `issuer.status.value` if the list has
    ///   one bit only.
    public mutating func suspend(_ index: Int) throws(IssuingError) {
        guard bits != .one else { throw IssuingError(.statusValue, "a list of one bit has no place for suspensions") }
        guard try value(at: index) != .invalid else { throw Self.isRevoked(index) }
        try set(index, to: .suspended)
    }

    /// Ends a suspension.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.index` or `issuer.status.revoked`.
    public mutating func reinstate(_ index: Int) throws(IssuingError) {
        guard try value(at: index) != .invalid else { throw Self.isRevoked(index) }
        try set(index, to: .valid)
    }

    /// Publishes the list as it is now.
    ///
    /// - Parameters:
    ///   - signer: a status signer of the root that issues the documents' signers.
    /// - Returns: the token, ready to be served as `application/statuslist+cwt`.
    /// - Throws: ``IssuingError`` `issuer.status.period`, `issuer.status.signing` or `issuer.status.size`.
    public func token(_ period: StatusTokenPeriod, signer: CertifiedKey) throws(IssuingError) -> [UInt8] {
        guard let compressed = ZlibDeflation.deflate(bytes) else { throw IssuingError(.statusSize, "the list could not be compressed") }
        let token = try Self.token(of: compressed, bits, uri: uri, period, signer: signer)
        guard token.count <= StatusToken.maximumBytes else {
            throw IssuingError(.statusSize, "the token has \(token.count) bytes, verifiers accept \(StatusToken.maximumBytes); use several lists")
        }
        return token
    }

    /// Signs a list of compressed values as it is.
    package static func token(
        of compressed: [UInt8], _ bits: StatusValueBits, uri: String, _ period: StatusTokenPeriod, signer: CertifiedKey
    ) throws(IssuingError) -> [UInt8] {
        try StatusTokenWriter.sign(.statusList, uri: uri, period: period, signer: signer) { claims in
            claims.integer(65_533)
            claims.map(2)
            claims.text("bits")
            claims.integer(Int64(bits.rawValue))
            claims.text("lst")
            claims.byteString(compressed)
        }
    }

    private var mask: UInt8 { UInt8((1 << bits.rawValue) - 1) }

    private func place(_ index: Int) throws(IssuingError) -> (byte: Int, shift: UInt8) {
        guard (0..<count).contains(index) else { throw IssuingError(.statusIndex, "the list has places 0 to \(count - 1), not \(index)") }
        let bit = index * bits.rawValue
        return (bit / 8, UInt8(bit % 8))
    }

    private mutating func set(_ index: Int, to value: StatusValue) throws(IssuingError) {
        let (byte, shift) = try place(index)
        bytes[byte] = bytes[byte] & ~(mask << shift) | value.rawValue << shift
    }

    private static func isRevoked(_ index: Int) -> IssuingError {
        IssuingError(.statusRevoked, "the document at \(index) is revoked, which is for good; issue a new one")
    }
}
