import CBOR
public import Crypto

/// How a client finds an authenticator another time (state-assisted transactions, CTAP 2.2, 11.5.2), and the proof that it comes from
/// the device of this session.
public struct LinkingInformation: Sendable {
    /// By what the tunnel service reaches the device.
    public let contact: [UInt8]
    /// Names this link to the device, 8 bytes.
    public let link: [UInt8]
    /// What both devices know from now on, 32 bytes.
    public let secret: [UInt8]
    /// The device's key.
    public let authenticator: P256.KeyAgreement.PublicKey
    /// What the device's owner calls it.
    public let name: String
    private let proof: [UInt8]

    private static let linkBytes = 8
    static let secretBytes = 32
    private static let maximumContactBytes = 1024
    private static let maximumNameBytes = 256

    /// Makes what an authenticator gives to a client.
    ///
    /// - Parameters:
    ///   - identity: the authenticator's key for this link.
    ///   - client: the key of the QR code.
    ///   - hash: of this session's handshake.
    public init(
        contact: [UInt8], link: [UInt8], secret: [UInt8], identity: P256.KeyAgreement.PrivateKey, name: String,
        client: P256.KeyAgreement.PublicKey, hash: [UInt8]
    ) throws(HybridError) {
        guard !contact.isEmpty, contact.count <= Self.maximumContactBytes, link.count == Self.linkBytes, secret.count == Self.secretBytes,
            name.utf8.count <= Self.maximumNameBytes
        else {
            throw HybridError(
                .message,
                "linking takes a contact of at most \(Self.maximumContactBytes) bytes, \(Self.linkBytes) and \(Self.secretBytes) bytes, and a short name")
        }
        (self.contact, self.link, self.secret, self.name) = (contact, link, secret, name)
        authenticator = identity.publicKey
        proof = Array(HMAC<SHA256>.authenticationCode(for: hash, using: try HandshakeKeys.secret(identity, client)))
    }

    /// Checks that it comes from the device this session's handshake was made with.
    ///
    /// - Parameters:
    ///   - identity: the key of the QR code.
    ///   - hash: of this session's handshake.
    public func check(identity: P256.KeyAgreement.PrivateKey, hash: [UInt8]) throws(HybridError) {
        guard HMAC<SHA256>.isValidAuthenticationCode(proof, authenticating: hash, using: try HandshakeKeys.secret(identity, authenticator)) else {
            throw HybridError(.link, "the linking information does not come from the device of this session")
        }
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var strings: [UInt64: [UInt8]] = [:]
        var name: String?
        try reader.readUnsignedMap { reader, key throws(CBORError) in
            switch key {
            case 1...4, 6: strings[key] = try reader.readBytes().array
            case 5: name = try reader.readText()
            default: break
            }
        }
        guard let contact = strings[1], !contact.isEmpty, contact.count <= Self.maximumContactBytes,
            let link = strings[2], link.count == Self.linkBytes, let secret = strings[3], secret.count == Self.secretBytes,
            let point = strings[4], let authenticator = try? P256.KeyAgreement.PublicKey(x963Representation: point),
            let name, name.utf8.count <= Self.maximumNameBytes, let proof = strings[6]
        else { throw CBORError(.invalidValue, at: start, "the linking map lacks a member, or has one of another form") }
        (self.contact, self.link, self.secret, self.name) = (contact, link, secret, name)
        (self.authenticator, self.proof) = (authenticator, proof)
    }

    func write(to writer: inout CBORWriter) {
        writer.map(6)
        for (key, value) in [(UInt64(1), contact), (2, link), (3, secret), (4, [UInt8](authenticator.x963Representation))] {
            writer.unsigned(key)
            writer.byteString(value)
        }
        writer.unsigned(5)
        writer.text(name)
        writer.unsigned(6)
        writer.byteString(proof)
    }
}

extension LinkingInformation: Withheld {
    /// Nothing of it.
    public var description: String { "linking information" }
}
