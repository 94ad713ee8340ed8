public import Crypto

/// What both sides know beside each other's messages.
public enum HandshakeKeys {
    /// The pre-shared key: of the QR code's secret or the secret of two linked devices, and of what the advert said.
    ///
    /// It binds the handshake to the advert, so that nobody finishes it without having received one.
    public static func sharedKey(secret: [UInt8], identifier: ProximityIdentifier) -> SymmetricKey {
        KeyPurpose.handshake.derive(from: secret, salt: identifier.encoded, count: 32)
    }

    /// The state after protocol name, prologue, the key known beforehand and the pre-shared key.
    static func begin(_ pattern: Pattern, known: P256.KeyAgreement.PublicKey, sharedKey: SymmetricKey) -> NoiseState {
        var state = NoiseState(name: pattern.rawValue)
        state.mixHash(pattern == .known ? [1] : [0])
        state.mixHash([UInt8](known.x963Representation))
        state.mixKeyAndHash(sharedKey)
        return state
    }

    /// The two handshakes, by their names in Noise.
    enum Pattern: String {
        /// The authenticator knows the client's key from the QR code.
        case known = "Noise_KNpsk0_P256_AESGCM_SHA256"
        /// The client knows the authenticator's key since the devices were linked.
        case linked = "Noise_NKpsk0_P256_AESGCM_SHA256"
    }

    /// Bytes of either message: a point, and the tag of nothing.
    static let messageBytes = pointBytes + NoiseState.tagBytes
    /// Bytes of a point of P-256, X9.63 uncompressed.
    static let pointBytes = 65

    /// The point of a message of the other side.
    static func point(of message: [UInt8]) throws(HybridError) -> P256.KeyAgreement.PublicKey {
        guard message.count == messageBytes, let point = try? P256.KeyAgreement.PublicKey(x963Representation: message.prefix(pointBytes)) else {
            throw HybridError(.handshake, "the other device's handshake has no point of P-256, or another length")
        }
        return point
    }

    static func secret(_ own: P256.KeyAgreement.PrivateKey, _ other: P256.KeyAgreement.PublicKey) throws(HybridError) -> SymmetricKey {
        guard let secret = try? own.sharedSecretFromKeyAgreement(with: other) else {
            throw HybridError(.handshake, "the two keys have no secret in common")
        }
        return secret.withUnsafeBytes { SymmetricKey(data: $0) }
    }
}
