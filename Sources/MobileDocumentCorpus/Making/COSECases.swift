import CBOR
import COSE
import Crypto
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signatures, MACs and keys of COSE, and HPKE.
enum COSECases {
    static func make(in world: CorpusWorld) throws -> [CorpusCase] { try signatures() + macs() + keys() + sealed(in: world) }

    /// What is signed and authenticated.
    private static let message = Array("What a device or an issuer says.".utf8)

    private static func encoded(_ key: COSEKey) -> [UInt8] {
        var writer = CBORWriter()
        key.write(to: &writer)
        return writer.bytes
    }

    private static func map(_ entries: [(Int64, CBORValue)]) -> CBORValue {
        .map(entries.map { .init(key: .integer($0.0), value: $0.1) })
    }

    // MARK: COSE_Sign1

    private static func signatures() throws -> [CorpusCase] {
        let key = P256.Signing.PrivateKey()
        let signer = SigningKey.p256(key)
        var shelf = CaseShelf(.sign1, [.binary(.key, encoded(signer.verificationKey.coseKey))])
        /// A structure of these parts, the signature over the protected header and the message.
        func structure(
            _ protected: [(Int64, CBORValue)], _ unprotected: [(Int64, CBORValue)] = [], payload: CBORValue? = nil,
            signature: (([UInt8]) throws -> [UInt8])? = nil
        ) throws -> [UInt8] {
            let header: [UInt8] = protected.isEmpty ? [] : map(protected).encoded
            let signed = COSESign1.signedStructure(protected: header[...], payload: message[...])
            let proof = try signature?(signed) ?? signer.signature(over: signed)
            return CBORValue.array([.bytes(header), map(unprotected), payload ?? .bytes(message), .bytes(proof)]).encoded
        }
        let es256: [(Int64, CBORValue)] = [(1, .integer(-7))]
        let good = try structure(es256)
        let detached = shelf.inputs + [.binary(.payload, message)]
        shelf.accept("good", "ES256 over a carried payload.", [], good)
        shelf.accept("esp256", "The fully specified number of the same algorithm.", ["T6"], try structure([(1, .integer(-9))]))
        let larger = SigningKey.generate(.p521)
        shelf.accept(
            "es512", "ES512, with a key of P-521.", ["T42"], try structure([(1, .integer(-36))]) { try larger.signature(over: $0) },
            inputs: [.binary(.key, encoded(larger.verificationKey.coseKey))])
        shelf.accept("detached", "A detached payload.", [], try structure(es256, payload: .null), inputs: detached)
        shelf.accept("detached-and-carried", "A detached payload that is carried too.", [], good, inputs: detached)
        shelf.reject(
            "payload-differs", "cose.payload-differs", "A payload is carried that is not the detached one.", ["B8"], good,
            inputs: shelf.inputs + [.binary(.payload, [1, 2, 3])])
        shelf.reject("payload-missing", "cose.payload-missing", "No payload at all.", [], try structure(es256, payload: .null))
        shelf.reject(
            "payload-undefined", "cbor.unexpected-type", "An undefined payload.", ["T23"], try structure(es256, payload: .undefined),
            inputs: detached)
        shelf.reject("payload-changed", "cose.signature-invalid", "The payload was changed.", ["B1"], try structure(es256, payload: .bytes([1])))
        shelf.reject(
            "der", "cose.signature-length", "The signature is in DER.", ["T7"],
            try structure(es256) { [UInt8](try key.signature(for: $0).derRepresentation) })
        shelf.reject(
            "zeros", "cose.signature-invalid", "A signature of zeros.", ["T27"], try structure(es256) { _ in [UInt8](repeating: 0, count: 64) })
        shelf.reject("empty-signature", "cose.signature-length", "An empty signature.", [], try structure(es256) { _ in [] })
        shelf.reject("no-algorithm", "cose.algorithm-missing", "No algorithm.", ["B33"], try structure([]))
        shelf.reject("unprotected-algorithm", "cose.algorithm-unprotected", "The algorithm is not protected.", ["B33"], try structure([], es256))
        shelf.reject("none", "cose.algorithm-not-allowed", "An algorithm of no standard.", ["B33"], try structure([(1, .integer(0))]))
        shelf.reject("rsa", "cose.algorithm-not-allowed", "RS256.", ["B33"], try structure([(1, .integer(-257))]))
        shelf.reject(
            "brainpool", "cose.algorithm-unsupported", "A brainpool algorithm is unsupported, not invalid.", ["B34", "T42"],
            try structure([(1, .integer(-265))]))
        shelf.reject("es384", "cose.algorithm-key-mismatch", "ES384 with a key of P-256.", ["B34"], try structure([(1, .integer(-35))]))
        shelf.reject("mac-algorithm", "cose.algorithm-key-mismatch", "The algorithm of a MAC.", ["B33"], try structure([(1, .integer(5))]))
        shelf.reject("label-twice", "cose.label-in-both-headers", "The algorithm stands in both headers.", ["B33"], try structure(es256, es256))
        shelf.reject(
            "critical", "cose.critical-header", "A critical header that nobody knows.", [],
            try structure([(1, .integer(-7)), (2, .array([.integer(99)])), (99, .null)]))
        shelf.reject("three-parts", "cbor.invalid-value", "Three parts instead of four.", [], CBORValue.array([.bytes([]), .map([]), .null]).encoded)
        shelf.reject("trailing-byte", "cbor.trailing-bytes", "A byte follows.", ["B40"], good + [0])
        return shelf.cases
    }

    // MARK: COSE_Mac0

    private static func macs() throws -> [CorpusCase] {
        let bytes = [UInt8](repeating: 9, count: 32)
        var shelf = CaseShelf(.mac0, [.binary(.key, bytes), .binary(.payload, message)])
        let good = COSEMac0.encode(authenticating: message, with: SymmetricKey(data: bytes))
        var flipped = good
        flipped[flipped.count - 1] ^= 1
        shelf.accept("good", "HMAC 256/256 over a detached payload.", ["B4"], good)
        shelf.reject("flipped-bit", "cose.signature-invalid", "One bit of the tag was changed.", ["B4"], flipped)
        shelf.reject(
            "other-key", "cose.signature-invalid", "Another key.", ["B4"], good,
            inputs: shelf.inputs.setting(.key, bytes: [UInt8](repeating: 8, count: 32)))
        shelf.reject("other-payload", "cose.signature-invalid", "Another payload.", ["B4"], good, inputs: shelf.inputs.setting(.payload, bytes: [1]))
        shelf.reject(
            "short-tag", "cose.signature-length", "A tag of 16 bytes.", ["B4"],
            CBORValue.array([.bytes(map([(1, .integer(5))]).encoded), .map([]), .null, .bytes([UInt8](repeating: 0, count: 16))]).encoded)
        shelf.reject(
            "signature-algorithm", "cose.algorithm-key-mismatch", "The algorithm of a signature.", ["B33"],
            CBORValue.array([.bytes(map([(1, .integer(-7))]).encoded), .map([]), .null, .bytes([UInt8](repeating: 0, count: 32))]).encoded)
        return shelf.cases
    }

    // MARK: COSE_Key

    private static func keys() throws -> [CorpusCase] {
        var shelf = CaseShelf(.coseKey)
        let public256 = P256.Signing.PrivateKey().publicKey
        let coordinates = [UInt8](public256.rawRepresentation)
        let (x, y) = (CBORValue.bytes(Array(coordinates.prefix(32))), CBORValue.bytes(Array(coordinates.suffix(32))))
        let compressed = [UInt8](public256.compressedRepresentation)
        shelf.accept("p256", "A key on P-256.", [], map([(1, .integer(2)), (-1, .integer(1)), (-2, x), (-3, y)]).encoded)
        shelf.accept("p521", "A key on P-521.", ["T42"], encoded(SigningKey.generate(.p521).verificationKey.coseKey))
        shelf.accept("ed25519", "A key on Ed25519.", [], encoded(SigningKey.generate(.ed25519).verificationKey.coseKey))
        shelf.accept(
            "compressed", "A key in compressed form.", [],
            map([(1, .integer(2)), (-1, .integer(1)), (-2, x), (-3, .boolean(compressed.first == 3))]).encoded)
        shelf.accept(
            "more-labels", "An identifier beside the key.", ["T22"],
            map([(1, .integer(2)), (2, .bytes([1])), (-1, .integer(1)), (-2, x), (-3, y)]).encoded)
        shelf.reject(
            "not-on-curve", "cose.key-invalid", "No point of the curve.", ["B34"],
            map([(1, .integer(2)), (-1, .integer(1)), (-2, x), (-3, x)]).encoded)
        shelf.reject(
            "short-coordinate", "cose.key-invalid", "A coordinate of 31 bytes.", ["B34"],
            map([(1, .integer(2)), (-1, .integer(1)), (-2, .bytes([UInt8](repeating: 1, count: 31))), (-3, y)]).encoded)
        shelf.reject(
            "other-curve", "cose.key-invalid", "Coordinates of P-256 under the number of P-384.", ["B34"],
            map([(1, .integer(2)), (-1, .integer(2)), (-2, x), (-3, y)]).encoded)
        shelf.reject(
            "brainpool", "cose.key-unsupported", "A brainpool curve.", ["B34", "T42"],
            map([(1, .integer(2)), (-1, .integer(256)), (-2, x), (-3, y)]).encoded)
        shelf.reject(
            "no-y", "cbor.missing-member", "The second coordinate is missing.", ["B34"], map([(1, .integer(2)), (-1, .integer(1)), (-2, x)]).encoded)
        shelf.reject("symmetric", "cbor.unexpected-type", "A symmetric key.", ["B33"], map([(1, .integer(4)), (-1, .bytes([1, 2, 3]))]).encoded)
        shelf.reject(
            "text-labels", "cbor.unexpected-type", "The labels are text.", ["T22"],
            CBORValue.textMap(["1": .integer(2), "-1": .integer(1), "-2": x, "-3": y]).encoded)
        shelf.reject(
            "duplicate-label", "cbor.duplicate-key", "The first coordinate stands twice.", ["B38"],
            map([(1, .integer(2)), (-1, .integer(1)), (-2, x), (-2, y), (-3, y)]).encoded)
        return shelf.cases
    }

    // MARK: HPKE

    private static func sealed(in world: CorpusWorld) throws -> [CorpusCase] {
        let (key, transcript) = (world.session.recipientKey, world.session.transcript)
        func seal(_ info: [UInt8], _ ciphersuite: HPKE.Ciphersuite? = nil) throws -> (encapsulatedKey: [UInt8], cipherText: [UInt8]) {
            var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: ciphersuite ?? suite, info: Data(info))
            let cipherText = try sender.seal(Data(message))
            return ([UInt8](sender.encapsulatedKey), [UInt8](cipherText))
        }
        let good = try seal(transcript.encoded)
        let inputs = [world.recipientKey, .binary(.info, transcript.encoded), .binary(.encapsulatedKey, good.encapsulatedKey)]
        var shelf = CaseShelf(.hpke, inputs)
        var flipped = good.cipherText
        flipped[0] ^= 1
        shelf.accept("good", "The plain transcript as info.", ["T19"], good.cipherText)
        shelf.reject("flipped-bit", "hpke.open", "One bit was changed.", [], flipped)
        shelf.reject("cut-off", "hpke.open", "The tag is cut short.", ["B37"], Array(good.cipherText.dropLast()))
        shelf.reject("shorter-than-tag", "hpke.open", "Shorter than a tag.", ["B37"], [1, 2, 3])
        shelf.reject(
            "other-key", "hpke.open", "Sealed to another key.", ["B26"], good.cipherText,
            inputs: inputs.setting(.recipientKey, bytes: [UInt8](repeating: 7, count: 32)))
        let other = SessionTranscript(.annexC(encryptionInfo: "another", origin: world.session.origin))
        shelf.reject(
            "other-info", "hpke.open", "Sealed over another transcript.", ["B28"], good.cipherText,
            inputs: inputs.setting(.info, bytes: other.encoded))
        shelf.reject(
            "point-not-on-curve", "hpke.open", "The encapsulated key is no point of the curve.", ["B34"], good.cipherText,
            inputs: inputs.setting(.encapsulatedKey, bytes: [0x04] + [UInt8](repeating: 1, count: 64)))
        let wrapped = try seal(EmbeddedCBOR(wrapping: transcript.encoded).encoded.array)
        shelf.reject(
            "info-in-tag-24", "hpke.open", "Sealed over the transcript under tag 24.", ["T19"], wrapped.cipherText,
            inputs: inputs.setting(.encapsulatedKey, bytes: wrapped.encapsulatedKey))
        let hashed = try seal(transcript.hash)
        shelf.reject(
            "info-hashed", "hpke.open", "Sealed over the transcript's hash.", ["T19"], hashed.cipherText,
            inputs: inputs.setting(.encapsulatedKey, bytes: hashed.encapsulatedKey))
        let larger = try seal(transcript.encoded, HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256))
        shelf.reject(
            "aes-256", "hpke.open", "Sealed with AES-256-GCM.", ["B33"], larger.cipherText,
            inputs: inputs.setting(.encapsulatedKey, bytes: larger.encapsulatedKey))
        return shelf.cases
    }

    private static let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
}
