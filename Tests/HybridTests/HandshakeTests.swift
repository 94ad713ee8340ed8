import Crypto
import Foundation
import HybridTransport
import Testing

@Suite("The handshake")
struct HandshakeTests {
    let fixed = FixedExchange()

    private func key(_ scalar: [UInt8]) throws -> P256.KeyAgreement.PrivateKey { try .init(rawRepresentation: scalar) }

    @Test("Both sides come to the messages, keys and hash of the vectors")
    func vectors() throws {
        let identity = try key(fixed.clientIdentity)
        let shared = SymmetricKey(data: fixed.sharedKey)
        let client = try ClientHandshake(.scanned(identity: identity), sharedKey: shared, ephemeral: key(fixed.clientEphemeral))
        #expect(client.message == fixed.hello)
        let (reply, theirs) = try AuthenticatorHandshake.answer(
            fixed.hello, .scanned(client: identity.publicKey), sharedKey: shared, ephemeral: key(fixed.authenticatorEphemeral))
        #expect(reply == fixed.reply)
        let ours = try client.finish(reply)
        #expect(ours.hash == fixed.hash && theirs.hash == fixed.hash)
        #expect(ours.sealer.keyBytes == fixed.fromClient && theirs.opener.keyBytes == fixed.fromClient)
        #expect(ours.opener.keyBytes == fixed.fromAuthenticator && theirs.sealer.keyBytes == fixed.fromAuthenticator)
    }

    @Test("The authenticator replays Chromium's exchange, byte by byte")
    func chromium() throws {
        let recorded = ChromiumExchange()
        let invitation = try HybridInvitation(text: recorded.qr)
        let advert = try #require(Advert(serviceData: recorded.advert))
        let identifier = try #require(try AdvertKey(secret: invitation.secret).open(advert))
        var (reply, keys) = try AuthenticatorHandshake.answer(
            recorded.hello, .scanned(client: invitation.identity),
            sharedKey: HandshakeKeys.sharedKey(secret: invitation.secret, identifier: identifier), ephemeral: key(recorded.authenticatorEphemeral))
        #expect(reply == recorded.reply)
        #expect(keys.hash == recorded.hash)
        #expect(keys.opener.keyBytes == recorded.fromClient && keys.sealer.keyBytes == recorded.fromAuthenticator)
        #expect(Capabilities.wallet.encoded == recorded.capabilities)
        #expect(try keys.sealer.seal(Capabilities.wallet.encoded) == recorded.capabilitiesFrame)

        guard case .credentials(let text) = try HybridMessage(keys.opener.open(recorded.requestFrame)) else {
            Issue.record("no request for credentials")
            return
        }
        #expect(text == Array(recorded.request.utf8))
        let request = try RemoteCredentialRequest(text)
        #expect(request.origin == "http://localhost:8801")
        #expect(request.operation == .get)
        #expect(request.requests.map(\.exchangeProtocol) == ["org-iso-mdoc"])
        #expect(request.encoded == text)

        let response = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"response":"AAAA"}"#.utf8))
        #expect(response.encoded == Array(recorded.response.utf8))
        #expect(try keys.sealer.seal(HybridMessage.credentials(response.encoded).bytes) == recorded.responseFrame)
        #expect(try HybridMessage(keys.opener.open(recorded.shutdownFrame)) == .shutdown)
    }

    @Test("Another secret, another client or any altered byte ends the handshake")
    func refused() throws {
        let identity = try key(fixed.clientIdentity)
        let shared = SymmetricKey(data: fixed.sharedKey)
        let ephemeral = try key(fixed.authenticatorEphemeral)
        let failed = HybridError(.handshake, "")
        #expect(throws: failed) {
            try AuthenticatorHandshake.answer(
                fixed.hello, .scanned(client: identity.publicKey), sharedKey: SymmetricKey(size: .bits256), ephemeral: ephemeral)
        }
        #expect(throws: failed) {
            try AuthenticatorHandshake.answer(
                fixed.hello, .scanned(client: ephemeral.publicKey), sharedKey: shared, ephemeral: ephemeral)
        }
        for index in fixed.hello.indices {
            var hello = fixed.hello
            hello[index] ^= 0x40
            #expect(throws: failed) {
                try AuthenticatorHandshake.answer(hello, .scanned(client: identity.publicKey), sharedKey: shared, ephemeral: ephemeral)
            }
            var reply = fixed.reply
            reply[index] ^= 0x40
            let client = try ClientHandshake(.scanned(identity: identity), sharedKey: shared, ephemeral: key(fixed.clientEphemeral))
            #expect(Self.outcome(of: client, reply) == failed)
        }
        for count in [0, 65, 80, 82] {
            #expect(throws: failed) {
                try AuthenticatorHandshake.answer(
                    Array((fixed.hello + [0]).prefix(count)), .scanned(client: identity.publicKey), sharedKey: shared, ephemeral: ephemeral)
            }
        }
    }

    /// A client that showed another code cannot finish with an authenticator that scanned this one.
    @Test("Who did not show the code cannot finish, although it knows the secret")
    func impostor() throws {
        let shared = SymmetricKey(data: fixed.sharedKey)
        let shown = try key(fixed.clientIdentity).publicKey
        let impostor = try ClientHandshake(.scanned(identity: .init()), sharedKey: shared, ephemeral: .init())
        #expect(throws: HybridError(.handshake, "")) {
            try AuthenticatorHandshake.answer(impostor.message, .scanned(client: shown), sharedKey: shared, ephemeral: .init())
        }
    }

    @Test("Linked devices come to the same keys, and only with the key that was linked")
    func linked() throws {
        let identity = P256.KeyAgreement.PrivateKey()
        let shared = SymmetricKey(size: .bits256)
        let client = try ClientHandshake(.linked(authenticator: identity.publicKey), sharedKey: shared, ephemeral: .init())
        var (reply, theirs) = try AuthenticatorHandshake.answer(client.message, .linked(identity: identity), sharedKey: shared, ephemeral: .init())
        #expect(throws: HybridError(.handshake, "")) {
            try AuthenticatorHandshake.answer(client.message, .linked(identity: .init()), sharedKey: shared, ephemeral: .init())
        }
        #expect(throws: HybridError(.handshake, "")) {
            try AuthenticatorHandshake.answer(client.message, .scanned(client: identity.publicKey), sharedKey: shared, ephemeral: .init())
        }
        var ours = try client.finish(reply)
        #expect(ours.hash == theirs.hash)
        #expect(try theirs.opener.open(ours.sealer.seal([1, 2, 3])) == [1, 2, 3])
        #expect(try ours.opener.open(theirs.sealer.seal([4])) == [4])
    }

    private static func outcome(of client: consuming ClientHandshake, _ reply: [UInt8]) -> HybridError? {
        do throws(HybridError) {
            _ = try client.finish(reply)
            return nil
        } catch { return error }
    }
}
