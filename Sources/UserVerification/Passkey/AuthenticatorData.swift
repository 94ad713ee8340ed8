import Crypto

/// What an authenticator says of a ceremony (Web Authentication Level 3, 6.1): the hash of the relying party's name, flags, a counter.
struct AuthenticatorData {
    private static let headerBytes = 37
    private static let modelBytes = 16
    private static let userPresent: UInt8 = 0x01
    private static let userVerified: UInt8 = 0x04
    private static let hasCredential: UInt8 = 0x40

    let counter: UInt32
    private let flags: UInt8
    private let rest: ArraySlice<UInt8>

    /// Reads them, and refuses those of another relying party, or of somebody who was not verified.
    init(_ bytes: [UInt8]) throws(UserVerificationError) {
        guard bytes.count >= Self.headerBytes else { throw .passkey(.authenticatorData) }
        guard bytes.starts(with: SHA256.hash(data: Array(WalletOrigin.host.utf8))) else { throw .passkey(.relyingParty) }
        flags = bytes[32]
        guard flags & Self.userPresent != 0 else { throw .passkey(.userPresence) }
        guard flags & Self.userVerified != 0 else { throw .passkey(.userVerification) }
        counter = bytes[33..<Self.headerBytes].reduce(0) { $0 << 8 | UInt32($1) }
        rest = bytes[Self.headerBytes...]
    }

    /// Refuses data that do not hold this new credential with this key. The key is compared in the one encoding that CTAP 2 allows.
    func checkCredential(_ credential: [UInt8], key: P256.Signing.PublicKey) throws(UserVerificationError) {
        let count = UInt16(clamping: credential.count)
        let identifier = [UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] + credential
        guard flags & Self.hasCredential != 0, rest.dropFirst(Self.modelBytes).starts(with: identifier) else {
            throw .passkey(.authenticatorData)
        }
        guard rest.dropFirst(Self.modelBytes + identifier.count).starts(with: Self.encoded(key)) else { throw .passkey(.key) }
    }

    /// A key as COSE_Key: EC2, ES256, P-256, and the coordinates.
    private static func encoded(_ key: P256.Signing.PublicKey) -> [UInt8] {
        let point = key.rawRepresentation
        return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point.prefix(32) + [0x22, 0x58, 0x20] + point.suffix(32)
    }
}
