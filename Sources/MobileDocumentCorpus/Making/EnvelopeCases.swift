import CBOR
import Crypto
import MobileDocument
import MobileDocumentTesting

/// Sealed answers to apps.
enum EnvelopeCases {
    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        let (nonce, merchant, team) = ([UInt8](repeating: 5, count: 32), "merchant.example.rentals", "TEAM123456")
        let key = world.session.recipientKey
        func envelope(_ change: (inout ForgedResponse) throws -> Void = { _ in }) throws -> [UInt8] {
            try world.response(change).envelope(nonce: nonce, merchantIdentifier: merchant, teamIdentifier: team, merchantKey: key.publicKey)
        }
        let inputs = [
            world.time, CorpusInput(.ends, world.now.advanced(bySeconds: 600).description), .binary(.nonce, nonce), CorpusInput(.merchant, merchant),
            CorpusInput(.team, team), world.recipientKey, .binary(.trust, world.root),
        ]
        var shelf = CaseShelf(.envelope, inputs)
        let good = try envelope()
        shelf.accept("good", "A good envelope.", ["T48"], good)
        shelf.reject(
            "other-nonce", "response.decryption", "The envelope answers another nonce.", ["B28"], good,
            inputs: inputs.setting(.nonce, bytes: [1, 2, 3]))
        shelf.reject(
            "other-merchant", "response.decryption", "The envelope is for another merchant.", ["B27"], good,
            inputs: inputs.setting(.merchant, "merchant.example.other"))
        shelf.reject("other-team", "response.decryption", "The envelope is for another team.", ["B27"], good, inputs: inputs.setting(.team, "OTHER"))
        shelf.reject(
            "team-first", "response.decryption", "The wallet put the team before the merchant.", ["T48"],
            try world.response().envelope(nonce: nonce, merchantIdentifier: team, teamIdentifier: merchant, merchantKey: key.publicKey))
        let keyHash = SHA256.hash(data: [UInt8](key.publicKey.derRepresentation))
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: ByteSlice(nonce), merchantIdentifier: merchant, teamIdentifier: team, recipientKeyHash: ByteSlice([UInt8](keyHash))))
        let misnamed = try InAppEnvelope.seal(
            deviceResponse: world.response().encode(transcript: transcript), to: key.publicKey, transcript: transcript)
        shelf.reject(
            "key-hash-of-der", "response.decryption", "The key is named by the hash of its DER instead of its 65 bytes.", ["T48"],
            AlteredResponse.replacing(InAppEnvelope.keyHash(of: key.publicKey).array, with: [UInt8](keyHash), in: misnamed.encoded))
        shelf.reject(
            "other-key", "response.decryption", "The envelope is sealed to another key.", ["B26"], good,
            inputs: inputs.setting(.recipientKey, bytes: [UInt8](repeating: 7, count: 32)))
        shelf.reject(
            "late", "session.expiry", "The transaction was over.", ["B24"], good,
            inputs: inputs.setting(.ends, world.now.advanced(bySeconds: -1).description))
        shelf.reject("trailing-byte", "response.encoding", "A byte follows the envelope.", ["B40"], good + [0])
        shelf.reject("cut-off", "response.encoding", "The envelope ends early.", ["B37"], Array(good.dropLast()))
        shelf.reject(
            "other-algorithm", "response.encoding", "The envelope names another algorithm.", ["B33"],
            AlteredResponse.replacing(Array("APPLE-HPKE-v1".utf8), with: Array("APPLE-HPKE-v2".utf8), in: good))
        shelf.reject(
            "other-mode", "response.encoding", "The envelope names another mode of HPKE than base.", ["B33"],
            AlteredResponse.replacing([0x64] + Array("mode".utf8) + [0x00], with: [0x64] + Array("mode".utf8) + [0x02], in: good))
        shelf.reject(
            "element-changed", "mso.digest", "age_over_21 was changed after signing.", ["B1"],
            try envelope { $0.items[2].signedValue = .boolean(false) })
        shelf.reject("device-mac", "device.authentication", "A MAC, for which there is no key.", ["B4", "B29"], try envelope { $0.proof = .mac })
        return shelf.cases
    }
}
