import Testing
import VerificationSessions

/// The signature of webhooks, on both ends.
@Suite("Webhook signatures")
struct WebhookSignerTests {
    private let secret = Array("a secret of 24 bytes or more".utf8)
    private let body = Array(#"{"type":"verification.settled"}"#.utf8)

    private func signer() throws -> WebhookSigner { try #require(WebhookSigner(secret: secret)) }

    @Test("A signature is good for its own id, time and body, and no other")
    func bound() throws {
        let signer = try signer()
        let signature = signer.signature(id: "msg_1", timestamp: 1000, body: body)
        #expect(signer.isValid(signature: signature, id: "msg_1", timestamp: 1000, body: body, at: 1000))
        #expect(!signer.isValid(signature: signature, id: "msg_2", timestamp: 1000, body: body, at: 1000))
        #expect(!signer.isValid(signature: signature, id: "msg_1", timestamp: 1001, body: body, at: 1000))
        #expect(!signer.isValid(signature: signature, id: "msg_1", timestamp: 1000, body: body + [0x20], at: 1000))
        let other = try #require(WebhookSigner(secret: secret + [1]))
        #expect(!other.isValid(signature: signature, id: "msg_1", timestamp: 1000, body: body, at: 1000))
    }

    @Test("A signature is what another tool computes by the same convention")
    func convention() throws {
        // HMAC-SHA256 of "msg_1.1000.{}" under 24 bytes of 0x41, computed with `openssl dgst -sha256 -hmac`.
        let signer = try #require(WebhookSigner(secret: [UInt8](repeating: 0x41, count: 24)))
        #expect(signer.signature(id: "msg_1", timestamp: 1000, body: Array("{}".utf8)) == "v1,3nBnivwjxvdt47QZhkoT4ZH9ZjEvu/uTe8Wim0VFtJw=")
    }

    @Test("What is old, or from the future, is refused", arguments: [Int64(-301), 301, .min, .max])
    func fresh(_ offset: Int64) throws {
        let signer = try signer()
        let signature = signer.signature(id: "msg_1", timestamp: 0, body: body)
        #expect(signer.isValid(signature: signature, id: "msg_1", timestamp: 0, body: body, at: 300))
        #expect(signer.isValid(signature: signature, id: "msg_1", timestamp: 0, body: body, at: -300))
        #expect(!signer.isValid(signature: signature, id: "msg_1", timestamp: 0, body: body, at: offset))
    }

    @Test("Of several signatures one good one is enough, within reason")
    func several() throws {
        let signer = try signer()
        let good = signer.signature(id: "msg_1", timestamp: 0, body: body)
        func isValid(_ header: String) -> Bool { signer.isValid(signature: header, id: "msg_1", timestamp: 0, body: body, at: 0) }
        #expect(isValid("v1,AAAA \(good)"))
        #expect(!isValid(String(repeating: "v1,AAAA ", count: 8) + good))
        for header in ["", "v1,", "v2,\(good.dropFirst(3))", String(good.dropFirst(3)), "v1,?"] { #expect(!isValid(header)) }
    }

    @Test("A short secret is none")
    func short() { #expect(WebhookSigner(secret: Array(secret.prefix(23))) == nil) }
}
