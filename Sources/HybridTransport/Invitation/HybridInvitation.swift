import CBOR
public import Crypto
public import MobileDocument

/// What the QR code of a browser or broker says: whom the device that reads it may answer, and the secret that both then know.
///
/// Shape: `FIDO:/` and decimal digits, which are a CBOR map with integer keys (CTAP 2.2, 11.5.1).
public struct HybridInvitation: Sendable {
    /// The key with which the client proves that it showed this code; used for this code only.
    public let identity: P256.KeyAgreement.PublicKey
    /// What only those know who see the code, 16 bytes.
    public let secret: [UInt8]
    /// How many assigned tunnel services the client knows, counted from 0.
    public let knownDomains: UInt64
    /// When the code was made, as the client says.
    public let issuedAt: Instant?
    /// Whether the client can remember the device for another time.
    public let supportsLinking: Bool
    /// What is wanted.
    public let hint: InvitationHint
    /// The map's bytes, as read or as written.
    public let encoded: [UInt8]

    private static let prefix = "FIDO:/"
    private static let secretBytes = 16
    /// A code of this many digits is already hard to scan.
    private static let maximumCharacters = 1024
    private static let limits = CBORLimits(totalBytes: 512, depth: 4, items: 64, stringBytes: 256)
    /// How old a code may be when it is answered: browsers show a new one after three minutes.
    private static let maximumAgeSeconds: Int64 = 300
    /// How far the two devices' clocks may differ.
    private static let clockDifferenceSeconds: Int64 = 120

    /// Reads the text of a QR code. Members of later versions are ignored.
    ///
    /// - Throws: `hybrid.qr` with what is wrong.
    public init(text: String) throws(HybridError) {
        guard text.utf8.count <= Self.maximumCharacters else { throw Self.malformed("it is longer than any of this protocol") }
        guard text.prefix(Self.prefix.count).uppercased() == Self.prefix else { throw Self.malformed("it does not begin with FIDO:/") }
        guard let bytes = InvitationDigits.decode(text.dropFirst(Self.prefix.count).utf8) else {
            throw Self.malformed("what follows FIDO:/ are not the digits of whole bytes")
        }
        do throws(CBORError) { try self.init(encoded: bytes) } catch { throw Self.malformed(error.description) }
    }

    private init(encoded bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes, limits: Self.limits)
        var members = Members()
        try reader.readUnsignedMap { reader, key throws(CBORError) in try members.read(key, from: &reader) }
        try reader.finish()
        guard let identity = members.identity, let secret = members.secret else {
            throw CBORError(.missingMember, at: 0, "the client's key (0) or the secret (1) is missing")
        }
        self.identity = identity
        self.secret = secret
        knownDomains = members.knownDomains
        issuedAt = members.issuedAt
        supportsLinking = members.supportsLinking
        hint = members.hint
        encoded = bytes
    }

    /// Makes what a QR code says.
    ///
    /// - Parameter secret: 16 random bytes, used for this code only.
    public init(
        identity: P256.KeyAgreement.PublicKey, secret: [UInt8], issuedAt: Instant, supportsLinking: Bool = false, hint: InvitationHint = .presentation
    ) throws(HybridError) {
        guard secret.count == Self.secretBytes else { throw Self.malformed("the secret has \(secret.count) bytes instead of \(Self.secretBytes)") }
        self.identity = identity
        self.secret = secret
        knownDomains = TunnelDomain.assignedCount
        self.issuedAt = issuedAt
        self.supportsLinking = supportsLinking
        self.hint = hint
        var writer = CBORWriter()
        writer.map(6)
        writer.unsigned(0)
        writer.byteString([UInt8](identity.compressedRepresentation))
        writer.unsigned(1)
        writer.byteString(secret)
        writer.unsigned(2)
        writer.unsigned(knownDomains)
        writer.unsigned(3)
        writer.unsigned(UInt64(clamping: issuedAt.secondsSinceEpoch))
        writer.unsigned(4)
        writer.boolean(supportsLinking)
        writer.unsigned(5)
        writer.text(hint.rawValue)
        encoded = writer.bytes
    }

    /// The text of the QR code.
    public var text: String { Self.prefix + InvitationDigits.encode(encoded) }

    /// Refuses a code that was made too long ago, as one that was photographed, or that is not yet made. One that says no time passes:
    /// without the advert of this moment it is of no use.
    public func checkFresh(at now: Instant) throws(HybridError) {
        guard let issuedAt else { return }
        // The code says any time at all: sums stop at the ends of time.
        let begin = issuedAt.advanced(bySeconds: -Self.clockDifferenceSeconds)
        let end = issuedAt.advanced(bySeconds: Self.maximumAgeSeconds + Self.clockDifferenceSeconds)
        guard (begin...end).contains(now) else {
            throw HybridError(.staleInvitation, "the QR code was not made just now; have a new one shown, and check this machine's clock")
        }
    }

    private static func malformed(_ reason: String) -> HybridError { HybridError(.invitation, "this is no QR code for sharing documents: \(reason)") }
}

extension HybridInvitation {
    private struct Members {
        var identity: P256.KeyAgreement.PublicKey?
        var secret: [UInt8]?
        var knownDomains: UInt64 = 0
        var issuedAt: Instant?
        var supportsLinking = false
        var hint = InvitationHint.assertion

        mutating func read(_ key: UInt64, from reader: inout CBORReader) throws(CBORError) {
            let start = reader.offset
            switch key {
            case 0:
                guard let key = try? P256.KeyAgreement.PublicKey(compressedRepresentation: try reader.readBytes().bytes) else {
                    throw CBORError(.invalidValue, at: start, "the client's key is no compressed point of P-256")
                }
                identity = key
            case 1:
                let bytes = try reader.readBytes()
                guard bytes.count == HybridInvitation.secretBytes else { throw CBORError(.invalidValue, at: start, "the secret has another length") }
                secret = bytes.array
            case 2: knownDomains = try reader.readUnsigned()
            case 3: issuedAt = Instant(secondsSinceEpoch: Int64(clamping: try reader.readUnsigned()))
            case 4: supportsLinking = try reader.readBoolean()
            case 5: hint = InvitationHint(rawValue: try reader.readText()) ?? .assertion
            default: break
            }
        }
    }
}

extension HybridInvitation: Withheld {
    /// What is wanted; the secret is withheld.
    public var description: String { "invitation (\(hint.rawValue))" }
}
