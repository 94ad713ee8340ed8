import Crypto
import HybridTransport
import Testing
import VectorSupport

@Suite("Messages")
struct MessageTests {
    private static let malformed = HybridError(.message, "")

    @Test("What an authenticator can do is read in either form, and written in the order that browsers want")
    func capabilities() throws {
        #expect(Capabilities.wallet.encoded == Hex.bytes("a10381626463"))
        #expect(try Capabilities(Hex.bytes("a10381626463")) == .wallet)
        let both = try Capabilities(Hex.bytes("a20142a00003826463746170626463"))
        #expect(both.features == ["ctap", "dc"])
        #expect(both.information == [0xa0, 0x00])
        #expect(both.encoded == Hex.bytes("a20142a00003826463746170626463"))
        #expect(try Capabilities(Hex.bytes("a10141a0")).features == ["ctap"])
        for bad in ["", "a0a0", "80", "a1036464", "a10381", "a1038101", "a1613181", "a2038162646303816264"] {
            #expect(throws: Self.malformed) { try Capabilities(Hex.bytes(bad)) }
        }
    }

    @Test(
        "The first messages of an Android phone and of an iPhone that share no documents are read, and end a request as that",
        .timeLimit(.minutes(5)),
        arguments: [
            """
            a101585ca50182684649444f5f325f30684649444f5f325f3102826c6465766963655075624b6579637072660350000000000000000000000000
            0000000004a262726bf5627576f50983656361626c656668796272696468696e7465726e616c
            """,
            "a101583aa40181684649444f5f325f300350f24a8e70d0d3f82c293732523cc4de5a04a262726bf5627576f5098268696e7465726e616c66687962726964",
        ])
    func foreignCapabilities(_ text: String) async throws {
        let bytes = Hex.bytes(text)
        let capabilities = try Capabilities(bytes)
        #expect(capabilities.features == [Capabilities.ctap])
        // What follows the heads of the map, of its key and of the string.
        #expect(capabilities.information == Array(bytes.dropFirst(4)))
        let meeting = Meeting()
        let shown = meeting.shown
        async let peer: Void = PeerAuthenticator(meeting, capabilities: bytes).serve(nil)
        #expect(await Outcome.of { try await meeting.client.present(Meeting.request, to: shown) } == .unsupported)
        try await peer
    }

    @Test("A message is what its first byte says; unknown ones are refused")
    func types() throws {
        for message in [HybridMessage.shutdown, .ctap([4]), .update([0xa0]), .credentials(Array("{}".utf8))] {
            #expect(try HybridMessage(message.bytes) == message)
            #expect(!printed(message).contains("{}"))
        }
        for bad in [[], [0, 0], [4], [0xff, 1]] as [[UInt8]] { #expect(throws: Self.malformed) { try HybridMessage(bad) } }
    }

    @Test("Linking information comes from the device of the session, or is refused")
    func linking() throws {
        let identity = P256.KeyAgreement.PrivateKey(), client = P256.KeyAgreement.PrivateKey()
        let hash = [UInt8](repeating: 9, count: 32)
        let linking = try LinkingInformation(
            contact: [1, 2], link: [UInt8](repeating: 3, count: 8), secret: [UInt8](repeating: 4, count: 32), identity: identity, name: "Kelly's phone",
            client: client.publicKey, hash: hash)
        let bytes = UpdateMessage(linking: linking).encoded
        let read = try #require(try UpdateMessage(bytes).linking)
        #expect(read.contact == [1, 2] && read.name == "Kelly's phone" && read.secret == linking.secret && read.link == linking.link)
        try read.check(identity: client, hash: hash)
        #expect(throws: HybridError(.link, "")) { try read.check(identity: client, hash: [UInt8](repeating: 8, count: 32)) }
        #expect(throws: HybridError(.link, "")) { try read.check(identity: identity, hash: hash) }
        for index in bytes.indices {
            var altered = bytes
            altered[index] ^= 0x11
            // Either it is no linking map any more, or its proof fails where it concerns key or proof; the rest is authenticated by the frame.
            _ = try? UpdateMessage(altered)
        }
        #expect(try UpdateMessage(Hex.bytes("a1004400000000")).linking == nil)
        for bad in ["", "80", "a1", "a101a0", "a10140", "a100"] { #expect(throws: Self.malformed) { try UpdateMessage(Hex.bytes(bad)) } }
        #expect(!printed(linking).contains("Kelly"))
        #expect(throws: Self.malformed) {
            try LinkingInformation(contact: [], link: [], secret: [], identity: identity, name: "", client: client.publicKey, hash: hash)
        }
    }

    @Test("A request is read in any order of its members, its data kept byte by byte")
    func requests() throws {
        let text = #"{ "requestType" : "credential.get", "later":[1], "request":{"more":{},"digital":{"requests":[{"protocol":"org-iso-mdoc","data":{ "b":1, "a":"é" }},"# + #"{"data":{},"protocol":"other"}]}},"origin":"https://rentals.example:8443"}"#
        let request = try RemoteCredentialRequest(Array(text.utf8))
        #expect(request.origin == "https://rentals.example:8443")
        #expect(request.requests.count == 2)
        #expect(request.requests[0].data == Array(#"{ "b":1, "a":"é" }"#.utf8))
        #expect(try RemoteCredentialRequest(request.encoded) == request)
        #expect(!printed(request).contains("rentals"))
        let entry = printed(request.requests[0])
        for content in ["org-iso-mdoc", "123, 32, 34, 98", "- 123\n"] { #expect(!entry.contains(content)) }
    }

    @Test(
        "A request of another form is refused",
        arguments: [
            "", "{}", "[]", #"{"origin":"https://a","requestType":"credential.get"}"#,
            #"{"origin":"https://a","requestType":"other","request":{"digital":{"requests":[{"protocol":"p","data":{}}]}}}"#,
            #"{"origin":"https://a","requestType":"credential.get","request":{"digital":{"requests":[]}}}"#,
            #"{"origin":"","requestType":"credential.get","request":{"digital":{"requests":[{"protocol":"p","data":{}}]}}}"#,
            #"{"origin":"https://a","origin":"https://b","requestType":"credential.get","request":{"digital":{"requests":[{"protocol":"p","data":{}}]}}}"#,
            #"{"origin":"https://a","requestType":"credential.get","request":{"digital":{"requests":[{"protocol":"p","data":"text"}]}}}"#,
            #"{"origin":"https://a","requestType":"credential.get","request":{"digital":{"requests":[{"protocol":"p","data":{},"data":{}}]}}}"#,
            #"{"origin":"https://a","requestType":"credential.get","request":{"digital":{"requests":[{"data":{}}]}}}"#,
            #"{"origin":1,"requestType":"credential.get","request":{"digital":{"requests":[{"protocol":"p","data":{}}]}}}"#,
            #"{"origin":"https://a","requestType":"credential.get","request":{"digital":{"requests":[{"protocol":"p","data":{}}]}}} x"#,
            String(repeating: "[", count: 1000), #"{"request":"# + String(repeating: #"{"a":"#, count: 600),
        ])
    func badRequest(_ text: String) { #expect(throws: Self.malformed) { try RemoteCredentialRequest(Array(text.utf8)) } }

    @Test("What a client sends is one object and nothing smuggled beside it")
    func smuggling() {
        for data in ["", "{", "[]", "null", #"{},"origin":"https://b""#, "{}}"] {
            #expect(throws: Self.malformed) {
                try RemoteCredentialRequest(origin: "https://a", requests: [.init(exchangeProtocol: "p", data: Array(data.utf8))])
            }
        }
        #expect(throws: Self.malformed) { try RemoteCredentialRequest(origin: "https://a", requests: []) }
    }

    @Test("An answer is a credential or a refusal, and only fits the request that it answers")
    func responses() throws {
        let credential = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"response":"AA"}"#.utf8))
        #expect(credential.encoded == Array(#"{"response":{"digital":{"data":{"protocol":"org-iso-mdoc","data":{"response":"AA"}}}}}"#.utf8))
        #expect(try RemoteCredentialResponse(credential.encoded) == credential)
        let refusal = RemoteCredentialResponse.refused(.userCancelled)
        #expect(refusal.encoded == Array(#"{"response":{"digital":{"error":"USER_CANCELED"}}}"#.utf8))
        #expect(try RemoteCredentialResponse(refusal.encoded) == refusal)

        let request = try RemoteCredentialRequest(origin: "https://a", requests: [.init(exchangeProtocol: "org-iso-mdoc", data: Array("{}".utf8))])
        #expect(credential.answers(request) && refusal.answers(request))
        #expect(!RemoteCredentialResponse.credential(exchangeProtocol: "other", data: Array("{}".utf8)).answers(request))
        #expect(!RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array("null".utf8)).answers(request))
        #expect(!printed(credential).contains("response"))
    }

    @Test(
        "An answer of another form is refused",
        arguments: [
            "", "{}", #"{"response":{}}"#, #"{"response":{"digital":{}}}"#, #"{"response":{"digital":{"data":{"response":"AA"}}}}"#,
            #"{"response":{"digital":{"data":{"protocol":"p","data":"text"}}}}"#, #"{"response":{"digital":{"data":{"protocol":"p","data":null}}}}"#,
            #"{"response":{"digital":{"error":1}}}"#, #"{"response":{"digital":{"error":"A","data":{"protocol":"p","data":{}}}}}"#,
            #"{"response":{"digital":{"error":""# + String(repeating: "A", count: 257) + #""}}}"#,
        ])
    func badResponse(_ text: String) { #expect(throws: Self.malformed) { try RemoteCredentialResponse(Array(text.utf8)) } }
}
