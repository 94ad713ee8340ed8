import CBOR
import Crypto
public import MobileDocument

/// A client that may ask this authenticator without a QR code, as the authenticator keeps it: the key and the secret are for this link only.
///
/// Shape as kept: a CBOR map, 1 the link, 2 the secret, 3 the key's scalar, 4 seconds since 1970.
public struct LinkedClient: KeptLink {
    /// Names the link on both sides.
    public let identifier: LinkIdentifier
    /// When the devices were linked.
    public let since: Instant
    let secret: [UInt8]
    let identity: P256.KeyAgreement.PrivateKey

    private static let limits = CBORLimits(totalBytes: 512, depth: 4, items: 16, stringBytes: 64)

    /// Makes a new link, with a key and a secret that nobody has.
    public init(since: Instant) {
        (identifier, secret, identity) = (LinkIdentifier(), RandomBytes.make(LinkingInformation.secretBytes), .init())
        self.since = since
    }

    /// Reads what was kept.
    public init(encoded bytes: [UInt8]) throws(HybridError) {
        var strings: [UInt64: [UInt8]] = [:]
        var since: UInt64?
        do throws(CBORError) {
            var reader = try CBORReader(bytes, limits: Self.limits)
            try reader.readUnsignedMap { reader, key throws(CBORError) in
                switch key {
                case 1...3: strings[key] = try reader.readBytes().array
                case 4: since = try reader.readUnsigned()
                default: break
                }
            }
            try reader.finish()
        } catch { throw HybridError(.link, "a link that was kept: \(error)") }
        guard let identifier = strings[1].flatMap({ LinkIdentifier($0) }), let secret = strings[2], secret.count == LinkingInformation.secretBytes,
            let scalar = strings[3], let identity = try? P256.KeyAgreement.PrivateKey(rawRepresentation: scalar), let since
        else { throw HybridError.damagedLink }
        (self.identifier, self.secret, self.identity) = (identifier, secret, identity)
        self.since = Instant(secondsSinceEpoch: Int64(clamping: since))
    }

    /// Its bytes, secrets among them.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.map(4)
        for (key, value) in [(UInt64(1), identifier.bytes), (2, secret), (3, [UInt8](identity.rawRepresentation))] {
            writer.unsigned(key)
            writer.byteString(value)
        }
        writer.unsigned(4)
        writer.unsigned(UInt64(clamping: since.secondsSinceEpoch))
        return writer.bytes
    }

    /// What the client is told of the link.
    func information(
        for client: P256.KeyAgreement.PublicKey, offer: LinkOffer, hash: [UInt8]
    ) throws(HybridError) -> LinkingInformation {
        try LinkingInformation(
            contact: offer.contact.identifier.bytes, link: identifier.bytes, secret: secret, identity: identity, name: offer.name, client: client,
            hash: hash)
    }
}

extension LinkedClient: Withheld {
    /// Nothing but the link's name.
    public var description: String { "linked client \(identifier)" }
}
