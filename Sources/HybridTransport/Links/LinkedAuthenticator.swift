import CBOR
public import Crypto

/// An authenticator that this client reaches without a QR code, as the client keeps it. It came with the proof that it is the device of a
/// session that began with a scanned code.
///
/// Shape as kept: a CBOR map, 1 the contact, 2 the link, 3 the secret, 4 the device's key, 5 its name, 6 the number of its tunnel service.
public struct LinkedAuthenticator: KeptLink {
    /// Names the link on both sides.
    public let identifier: LinkIdentifier
    /// What the device's owner calls it.
    public let name: String
    /// The tunnel service at which it waits.
    public let domain: TunnelDomain
    let contact: ContactIdentifier
    let secret: [UInt8]
    let authenticator: P256.KeyAgreement.PublicKey

    private static let limits = CBORLimits(totalBytes: 2048, depth: 4, items: 16, stringBytes: 1024)

    /// Takes what an authenticator told in this session.
    ///
    /// - Parameters:
    ///   - information: of an update of this session.
    ///   - identity: the key of the QR code.
    ///   - hash: of this session's handshake.
    ///   - domain: the tunnel service that this session goes through.
    /// - Throws: `hybrid.link` if it does not come from the device of this session.
    public init(
        _ information: LinkingInformation, identity: P256.KeyAgreement.PrivateKey, hash: [UInt8], domain: TunnelDomain
    ) throws(HybridError) {
        try information.check(identity: identity, hash: hash)
        guard let identifier = LinkIdentifier(information.link), let contact = ContactIdentifier(information.contact) else { throw .damagedLink }
        (self.identifier, self.contact, self.domain) = (identifier, contact, domain)
        (secret, authenticator, name) = (information.secret, information.authenticator, information.name)
    }

    /// Whether it leads to the same device, made at another time: a device waits under one name for all that are linked to it. Any device can give
    /// the name of another one, but not answer there.
    public func isSameDevice(as other: LinkedAuthenticator) -> Bool { contact == other.contact && domain == other.domain }

    /// Whether the device has proven the same key, which no other device can.
    public func hasSameKey(as other: LinkedAuthenticator) -> Bool {
        [UInt8](authenticator.x963Representation) == [UInt8](other.authenticator.x963Representation)
    }

    /// Reads what was kept.
    public init(encoded bytes: [UInt8]) throws(HybridError) {
        var strings: [UInt64: [UInt8]] = [:]
        var name: String?
        var domain: UInt64?
        do throws(CBORError) {
            var reader = try CBORReader(bytes, limits: Self.limits)
            try reader.readUnsignedMap { reader, key throws(CBORError) in
                switch key {
                case 1...4: strings[key] = try reader.readBytes().array
                case 5: name = try reader.readText()
                case 6: domain = try reader.readUnsigned()
                default: break
                }
            }
            try reader.finish()
        } catch { throw HybridError(.link, "a link that was kept: \(error)") }
        guard let contact = strings[1].flatMap({ ContactIdentifier($0) }), let identifier = strings[2].flatMap({ LinkIdentifier($0) }),
            let secret = strings[3], secret.count == LinkingInformation.secretBytes,
            let authenticator = strings[4].flatMap({ try? P256.KeyAgreement.PublicKey(x963Representation: $0) }), let name,
            let number = domain.flatMap({ UInt16(exactly: $0) })
        else { throw .damagedLink }
        (self.identifier, self.contact, self.domain) = (identifier, contact, try TunnelDomain(number))
        (self.secret, self.authenticator, self.name) = (secret, authenticator, name)
    }

    /// Its bytes, secrets among them.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.map(6)
        for (key, value) in [(UInt64(1), contact.bytes), (2, identifier.bytes), (3, secret), (4, [UInt8](authenticator.x963Representation))] {
            writer.unsigned(key)
            writer.byteString(value)
        }
        writer.unsigned(5)
        writer.text(name)
        writer.unsigned(6)
        writer.unsigned(UInt64(domain.number))
        return writer.bytes
    }
}

extension LinkedAuthenticator: Withheld {
    /// Nothing but the link's name.
    public var description: String { "linked authenticator \(identifier)" }
}
