package import Crypto

/// Key and nonce of one HPKE message on the receiving side: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
/// AES-128-GCM (RFC 9180, 4.1 and 5.1).
///
/// Six HMACs over swift-crypto's ECDH secret, and nothing else. The library's own context comes to the same values and
/// takes three times as long, most of it for making the recipient's public key anew.
package struct HPKEKeySchedule {
    /// The AES-128 key.
    package let key: SymmetricKey
    /// The nonce of the first message, 12 bytes.
    package let baseNonce: AES.GCM.Nonce

    /// Derives both.
    ///
    /// - Parameters:
    ///   - secret: the ECDH secret of the encapsulated and the recipient's key.
    ///   - encapsulatedKey: the sender's ephemeral public key, 65 bytes.
    ///   - recipientKey: the recipient's public key, 65 bytes.
    ///   - info: what both sides must know; here the session transcript.
    /// - Throws: what the library throws at a nonce of a wrong length; this one has the right one.
    package init(secret: SharedSecret, encapsulatedKey: ArraySlice<UInt8>, recipientKey: [UInt8], info: [UInt8]) throws {
        // The secret is used where it lies, without a copy on the heap.
        let pseudoRandomKey = secret.withUnsafeBytes { Self.sharedSecretExtract.code(over: $0) }
        var message = HPKEMessage(Self.sharedSecretExpand)
        message.append(encapsulatedKey)
        message.append(recipientKey[...])
        message.append(1)
        let sharedSecret = HMAC<SHA256>(paddedKey: pseudoRandomKey).code(over: message)

        let infoHash = info.withUnsafeBytes { Self.infoHashExtract.code(over: $0) }
        let scheduleSecret = HMAC<SHA256>(paddedKey: sharedSecret).code(over: HPKEMessage(Self.secretExtract))
        let expand = HMAC<SHA256>(paddedKey: scheduleSecret)
        func expansion(_ label: [UInt8]) -> HPKEMessage {
            var message = HPKEMessage(label)
            message.append(Self.contextBegin[...])
            infoHash.withUnsafeBytes { message.append($0) }
            message.append(1)
            return message
        }
        key = expand.code(over: expansion(Self.keyExpand)).withUnsafeBytes {
            SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0.prefix(Self.keyBytes)))
        }
        baseNonce = try (consume expand).code(over: expansion(Self.nonceExpand)).withUnsafeBytes {
            try AES.GCM.Nonce(data: UnsafeRawBufferPointer(rebasing: $0.prefix(Self.nonceBytes)))
        }
    }

    private static let keyBytes = 16
    private static let nonceBytes = 12

    // MARK: Labels

    private static let kemSuite: [UInt8] = Array("KEM".utf8) + [0x00, 0x10]
    private static let suite: [UInt8] = Array("HPKE".utf8) + [0x00, 0x10, 0x00, 0x01, 0x00, 0x01]

    private static func label(_ suite: [UInt8], _ name: String, length: UInt8? = nil) -> [UInt8] {
        (length.map { [0, $0] } ?? []) + Array("HPKE-v1".utf8) + suite + Array(name.utf8)
    }

    /// An extraction under the empty salt that has read its label and is copied for every use.
    private static func unsalted(_ label: [UInt8]) -> HMAC<SHA256> {
        var authenticator = HMAC<SHA256>(key: SymmetricKey(data: [UInt8]()))
        authenticator.update(data: label)
        return authenticator
    }

    private static let sharedSecretExtract = unsalted(label(kemSuite, "eae_prk"))
    private static let sharedSecretExpand = label(kemSuite, "shared_secret", length: 32)
    private static let infoHashExtract = unsalted(label(suite, "info_hash"))
    private static let secretExtract = label(suite, "secret")
    private static let keyExpand = label(suite, "key", length: UInt8(keyBytes))
    private static let nonceExpand = label(suite, "base_nonce", length: UInt8(nonceBytes))
    /// Base mode and `psk_id_hash`: there is no pre-shared key, so its identifier is empty.
    private static let contextBegin = [0] + [UInt8](unsalted(label(suite, "psk_id_hash")).finalize())
}

extension HMAC<SHA256> {
    /// With a code as the key, padded with zeros to a block (RFC 2104, 2), which would else be done on the heap.
    fileprivate init(paddedKey key: MAC) {
        self = withUnsafeTemporaryAllocation(byteCount: SHA256.blockByteCount, alignment: 8) { block in
            block.initializeMemory(as: UInt8.self, repeating: 0)
            key.withUnsafeBytes { block.copyMemory(from: $0) }
            return HMAC(key: SymmetricKey(data: UnsafeRawBufferPointer(block)))
        }
    }

    /// The code over what was read before and `content`. One that is kept stays as it was.
    fileprivate consuming func code(over content: UnsafeRawBufferPointer) -> MAC {
        update(data: content)
        return finalize()
    }

    fileprivate consuming func code(over message: HPKEMessage) -> MAC {
        message.withBytes { update(data: $0) }
        return finalize()
    }
}
