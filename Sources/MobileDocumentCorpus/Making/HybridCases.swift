import Crypto
import HybridTransport
import MobileDocument

/// What strangers and broken devices say across the hybrid transport.
enum HybridCases {
    static func make(in world: CorpusWorld) throws -> [CorpusCase] { try codes(world) + adverts() + handshakes() + messages() }

    private static func text(_ value: String) -> [UInt8] { Array(value.utf8) }
    private static func key(_ byte: UInt8) throws -> P256.KeyAgreement.PrivateKey {
        try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: byte, count: 32))
    }

    private static func codes(_ world: CorpusWorld) throws -> [CorpusCase] {
        var shelf = CaseShelf(.hybridCode, [world.time])
        let code = try HybridInvitation(identity: key(0x11).publicKey, secret: [UInt8](repeating: 6, count: 16), issuedAt: world.now).text
        shelf.accept("good", "A code that was made just now.", [], text(code))
        shelf.accept("lower-case", "The prefix in lower case.", [], text("fido:/" + code.dropFirst(6)))
        shelf.reject(
            "old", "hybrid.qr-stale", "A code of an hour ago, as one that was photographed.", ["B24"], text(code), inputs: later(world, 3_600))
        shelf.reject("future", "hybrid.qr-stale", "A code of the next hour.", [], text(code), inputs: later(world, -3_600))
        shelf.reject("other-prefix", "hybrid.qr", "The address of a website.", [], text("https://rentals.example"))
        shelf.reject("cut-off", "hybrid.qr", "Digits are missing.", ["B37"], text(String(code.dropLast(3))))
        shelf.reject("letters", "hybrid.qr", "A letter among the digits.", [], text("FIDO:/12x"))
        shelf.reject("other-digits", "hybrid.qr", "Digits of another script.", [], text("FIDO:/٠٠٠"))
        shelf.reject("too-long", "hybrid.qr", "Longer than any code.", ["B37"], text("FIDO:/" + String(repeating: "0", count: 2_000)))
        return shelf.cases
    }

    private static func later(_ world: CorpusWorld, _ seconds: Int64) -> [CorpusInput] {
        [CorpusInput(.time, world.now.advanced(bySeconds: seconds).description)]
    }

    private static func adverts() throws -> [CorpusCase] {
        let secret = [UInt8](repeating: 6, count: 16)
        var shelf = CaseShelf(.hybridAdvert, [.binary(.secret, secret)])
        guard let routing = RoutingIdentifier([1, 2, 3]) else { throw CorpusWorld.Impossible() }
        let identifier = try ProximityIdentifier(nonce: [UInt8](repeating: 7, count: 10), routing: routing, domain: TunnelDomain(266))
        let good = try AdvertKey(secret: secret).seal(identifier).bytes
        var flipped = good
        flipped[0] ^= 1
        shelf.accept("good", "The advert of the device that read the code.", [], good)
        shelf.accept("longer", "Later versions append more.", [], good + [1, 2, 3])
        shelf.reject("flipped-bit", "hybrid.advert", "One bit was changed.", [], flipped)
        shelf.reject(
            "other-secret", "hybrid.advert", "The advert of a device that read another code.", [], good,
            inputs: [.binary(.secret, [UInt8](repeating: 5, count: 16))])
        shelf.reject("cut-off", "hybrid.advert", "A byte is missing.", ["B37"], Array(good.dropLast()))
        return shelf.cases
    }

    private static func handshakes() throws -> [CorpusCase] {
        let (identity, ephemeral) = (try key(0x11), try key(0x22))
        let shared = [UInt8](repeating: 4, count: 32)
        let inputs: [CorpusInput] = [
            .binary(.sharedKey, shared), .binary(.identity, [UInt8](identity.rawRepresentation)),
            .binary(.ephemeral, [UInt8](ephemeral.rawRepresentation)),
        ]
        let client = try ClientHandshake(.scanned(identity: identity), sharedKey: SymmetricKey(data: shared), ephemeral: ephemeral)
        let answered = try AuthenticatorHandshake.answer(
            client.message, .scanned(client: identity.publicKey), sharedKey: SymmetricKey(data: shared), ephemeral: key(0x33))
        let good = answered.message
        var sealer = answered.keys.sealer
        var clientSealer = try client.finish(good).sealer

        var replies = CaseShelf(.hybridReply, inputs)
        var flipped = good
        flipped[80] ^= 1
        replies.accept("good", "The answer of the device that read the code.", [], good)
        replies.reject("flipped-bit", "hybrid.handshake", "One bit of the tag was changed.", [], flipped)
        replies.reject(
            "other-shared-key", "hybrid.handshake", "The device received another advert.", [], good,
            inputs: inputs.setting(.sharedKey, bytes: [UInt8](repeating: 5, count: 32)))
        replies.reject(
            "other-identity", "hybrid.handshake", "The device read another code.", ["B26"], good,
            inputs: inputs.setting(.identity, bytes: [UInt8](repeating: 0x12, count: 32)))
        replies.reject("no-point", "hybrid.handshake", "No point of the curve.", ["B34"], [UInt8](repeating: 4, count: 81))
        replies.reject("cut-off", "hybrid.handshake", "A byte is missing.", ["B37"], Array(good.dropLast()))

        var frames = CaseShelf(.hybridFrame, inputs + [.binary(.reply, good)])
        let padded = try AES.GCM.seal(
            [UInt8](repeating: 0, count: 31) + [40], using: SymmetricKey(data: sealer.keyBytes),
            nonce: AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)))
        let first = try sealer.seal(Capabilities.wallet.encoded)
        let second = try sealer.seal(Capabilities.wallet.encoded)
        var altered = first
        altered[0] ^= 1
        frames.accept("good", "The first frame.", [], first)
        frames.reject("second", "hybrid.frame", "The second frame in place of the first.", [], second)
        frames.reject(
            "other-direction", "hybrid.frame", "The client's own frame, sent back.", [], try clientSealer.seal(Capabilities.wallet.encoded))
        frames.reject("flipped-bit", "hybrid.frame", "One bit was changed.", [], altered)
        frames.reject("cut-off", "hybrid.frame", "A byte is missing.", ["B37"], Array(first.dropLast()))
        frames.reject("tag-alone", "hybrid.frame", "Nothing but a tag.", ["B37"], [UInt8](repeating: 0, count: 16))
        frames.reject("padding", "hybrid.frame", "More padding than bytes.", ["B37"], [UInt8](padded.ciphertext) + [UInt8](padded.tag))
        return replies.cases + frames.cases
    }

    private static func messages() -> [CorpusCase] {
        var messages = CaseShelf(.hybridMessage)
        messages.accept("shutdown", "The client is done.", [], [0])
        messages.accept("credentials", "A request or its reply.", [], [3] + text("{}"))
        messages.reject("empty", "hybrid.message", "Nothing at all.", [], [])
        messages.reject("shutdown-with-content", "hybrid.message", "A shutdown that says more.", ["B40"], [0, 0])
        messages.reject("unknown-type", "hybrid.message", "A type that is not known.", [], [4])

        var capabilities = CaseShelf(.hybridCapabilities)
        capabilities.accept("wallet", "A device that shares documents.", [], [0xa1, 0x03, 0x81, 0x62, 0x64, 0x63])
        capabilities.reject("trailing-byte", "hybrid.message", "A byte follows.", ["B40"], [0xa1, 0x03, 0x81, 0x62, 0x64, 0x63, 0x00])
        capabilities.reject("number-as-name", "hybrid.message", "A number among the names.", [], [0xa1, 0x03, 0x81, 0x01])
        capabilities.reject("text-key", "hybrid.message", "A text key.", ["T22"], [0xa1, 0x61, 0x33, 0x81, 0x62, 0x64, 0x63])
        capabilities.reject("cut-off", "hybrid.message", "The names end early.", ["B37"], [0xa1, 0x03, 0x81])

        var requests = CaseShelf(.hybridRequest)
        let digital = #""request":{"digital":{"requests":[{"protocol":"org-iso-mdoc","data":{"a":1}}]}}"#
        requests.accept("good", "One request.", [], text(#"{"origin":"https://rentals.example","requestType":"credential.get",\#(digital)}"#))
        requests.reject("no-origin", "hybrid.message", "Nothing says who asks.", ["B27"], text(#"{"requestType":"credential.get",\#(digital)}"#))
        requests.reject(
            "origin-twice", "hybrid.message", "Two origins.", ["B27", "B38"],
            text(#"{"origin":"https://rentals.example","origin":"https://evil.example","requestType":"credential.get",\#(digital)}"#))
        requests.reject(
            "other-operation", "hybrid.message", "Another operation.", [],
            text(#"{"origin":"https://rentals.example","requestType":"other",\#(digital)}"#))
        requests.reject(
            "no-requests", "hybrid.message", "No request at all.", ["B12"],
            text(#"{"origin":"https://rentals.example","requestType":"credential.get","request":{"digital":{"requests":[]}}}"#))
        let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
        requests.reject(
            "deep", "hybrid.message", "A thousand arrays, one in the other, beside a good request.", ["B36"],
            text(#"{"x":\#(deep),"origin":"https://rentals.example","requestType":"credential.get",\#(digital)}"#))

        var responses = CaseShelf(.hybridResponse)
        let good = #"{"response":{"digital":{"data":{"protocol":"org-iso-mdoc","data":{"response":"AA"}}}}}"#
        responses.accept("good", "A credential.", [], text(good))
        responses.accept("declined", "The person declined.", [], text(#"{"response":{"digital":{"error":"USER_CANCELED"}}}"#))
        responses.reject("empty", "hybrid.message", "Neither a credential nor an error.", ["B12"], text(#"{"response":{"digital":{}}}"#))
        responses.reject(
            "no-protocol", "hybrid.message", "Nothing says by which protocol.", [], text(#"{"response":{"digital":{"data":{"response":"AA"}}}}"#))
        responses.reject("trailing-text", "hybrid.message", "Text follows.", ["B40"], text(good + " x"))
        return messages.cases + capabilities.cases + requests.cases + responses.cases
    }
}
