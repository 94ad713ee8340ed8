import Crypto
import CryptoExtras

/// Seals what an advert says, and opens it: one block of AES-256, and four bytes of an HMAC over the result.
public struct AdvertKey: Sendable {
    private let encryption: SymmetricKey
    private let authentication: SymmetricKey

    private static let tagBytes = 4

    /// Derives it of the QR code's secret.
    public init(secret: [UInt8]) { self.init(secret: secret, salt: []) }

    /// Derives it of the secret that two linked devices share.
    ///
    /// - Parameter nonce: the client's, of this exchange, 16 bytes.
    public init(linkSecret: [UInt8], nonce: [UInt8]) { self.init(secret: linkSecret, salt: nonce) }

    private init(secret: [UInt8], salt: [UInt8]) {
        let keys = KeyPurpose.advert.derive(from: secret, salt: salt, count: 64).bytes
        encryption = SymmetricKey(data: keys.prefix(32))
        authentication = SymmetricKey(data: keys.dropFirst(32))
    }

    /// Both keys, for vectors.
    package var bytes: [UInt8] { encryption.bytes + authentication.bytes }

    /// Seals what an advert is to say.
    public func seal(_ identifier: ProximityIdentifier) throws(HybridError) -> Advert {
        var block = identifier.encoded
        guard (try? AES.permute(&block, key: encryption)) != nil, let advert = Advert(serviceData: block + tag(of: block)) else {
            throw HybridError(.advert, "the advert cannot be sealed")
        }
        return advert
    }

    /// What an advert says; nil if it was not made with this key, as most adverts of a room are not.
    ///
    /// - Throws: what is wrong with one that was.
    public func open(_ advert: Advert) throws(HybridError) -> ProximityIdentifier? {
        var block = Array(advert.bytes.prefix(ProximityIdentifier.encodedBytes))
        let expected = tag(of: block)
        // In constant time: the tag is short, and whoever guesses may guess often.
        let difference = zip(expected, advert.bytes.suffix(Self.tagBytes)).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        guard difference == 0, (try? AES.inversePermute(&block, key: encryption)) != nil else { return nil }
        return try ProximityIdentifier(encoded: block)
    }

    private func tag(of block: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: block, using: authentication).prefix(Self.tagBytes))
    }
}
