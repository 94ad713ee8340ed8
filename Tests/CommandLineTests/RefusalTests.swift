import Foundation
import Testing

@Suite("The command line: refusals")
struct RefusalTests {
    @Test("An issuer nobody trusts is refused for the path alone")
    func otherTrust() throws {
        let exchange = try Exchange.answered()
        #expect(try exchange.folder.mdoc(line: "issuer init --out other --name Other --at \(Exchange.moment)").exitCode == 0)
        try expectRefusal(["signer.path"]) { try exchange.verify(trust: "other/trust", $0) }
        let text = try exchange.verify(trust: "other/trust")
        #expect(text.exitCode == 1)
        #expect(text.output.hasPrefix("✘ refused"))
        #expect(text.output.contains("signer.path"))
        for secret in Exchange.secrets { #expect(!text.output.contains(secret)) }
    }

    @Test("An answer after the session's end is refused, and one without an end is judged by the document's own dates")
    func late() throws {
        let exchange = try Exchange.answered()
        try expectRefusal(["session.expiry"]) { try exchange.verify(at: "2026-06-01T12:10:01Z", $0) }
        try exchange.changeSession("endless.json") { $0["expiresAt"] = nil }
        #expect(try exchange.verify(session: "endless.json", at: "2026-06-02").exitCode == 0)
        try expectRefusal(["mso.validFrom", "signer.validity"]) { try exchange.verify(session: "endless.json", at: "2026-05-31", $0) }
        try expectRefusal(["mso.validUntil"]) { try exchange.verify(session: "endless.json", at: "2027-06-02", $0) }
        try expectRefusal(["mso.validUntil", "signer.validity"]) { try exchange.verify(session: "endless.json", at: "2100-01-01", $0) }
    }

    @Test("Another origin, another key, another nonce: the answer does not open")
    func otherSession() throws {
        let exchange = try Exchange.answered()
        try exchange.changeSession("other.json") { $0["origin"] = "https://evil.example" }
        try expectRefusal(["response.decryption"]) { try exchange.verify(session: "other.json", $0) }
        try exchange.changeSession("port.json") { $0["origin"] = "https://rentals.example:8443" }
        try expectRefusal(["response.decryption"]) { try exchange.verify(session: "port.json", $0) }
        try FileManager.default.moveItem(
            at: exchange.folder.url.appendingPathComponent("session.json"), to: exchange.folder.url.appendingPathComponent("first.json"))
        try exchange.makeRequest()
        try expectRefusal(["response.decryption"]) { try exchange.verify($0) }
        #expect(try exchange.verify(session: "first.json").exitCode == 0)
        let opened = try exchange.folder.mdoc(line: "open --session session.json --response response.json --json")
        #expect(opened.exitCode == 1)
        let json = try opened.json()
        #expect(json["opened"] as? Bool == false && json["code"] as? String == "response.decryption" && json["reason"] is String)
    }

    @Test("A page that was not delivered securely asks for nothing, and the code says why")
    func insecurePage() throws {
        let exchange = try Exchange.answered()
        let line = "verify-request --request request.json --origin http://rentals.example --reader-trust reader/trust --json"
        let run = try exchange.folder.mdoc(line: line)
        let json = try run.json()
        #expect(run.exitCode == 1 && json["verdict"] as? String == "refused")
        #expect(json["code"] as? String == "request.insecureOrigin" && json["reason"] is String)
    }

    @Test("A wallet whose browser reports another origin does not answer, and says why by a code")
    func walletOrigin() throws {
        let exchange = try Exchange.answered()
        exchange.folder.remove("response.json")
        let run = try exchange.respond(origin: "https://evil.example")
        #expect(run.exitCode == 1)
        #expect(run.output.contains("✘ not answered"))
        #expect(!run.output.contains("Spaceship Rentals"))
        #expect(!exchange.folder.exists("response.json"))
        #expect(try exchange.respond(origin: "http://rentals.example").exitCode == 1)
        for (origin, code) in [
            ("https://evil.example", "presentation.invalidReaderSignatures"), ("http://rentals.example", "request.insecureOrigin"),
        ] {
            let refused = try exchange.respond(origin: origin, "--json")
            let json = try refused.json()
            #expect(refused.exitCode == 1 && json["answered"] as? Bool == false)
            #expect(json["code"] as? String == code)
        }
        #expect(try exchange.respond("--json").json()["code"] == nil)
    }

    @Test("A changed byte is refused")
    func tampered() throws {
        let exchange = try Exchange.answered()
        var credential = try exchange.folder.json("response.json")
        let data = try #require(credential["data"] as? [String: String])
        var characters = Array(try #require(data["response"]))
        let middle = characters.count / 2
        characters[middle] = characters[middle] == "A" ? "B" : "A"
        credential["data"] = ["response": String(characters)]
        try exchange.folder.write("tampered.json", json: credential)
        try expectRefusal(["response.decryption"]) { try exchange.verify(response: "tampered.json", $0) }
        credential["protocol"] = "openid4vp"
        try exchange.folder.write("other.json", json: credential)
        try expectRefusal(["response.encoding"]) { try exchange.verify(response: "other.json", $0) }
    }

    @Test("Trust is limited to the document types a file beside the root names")
    func docTypes() throws {
        let exchange = try Exchange.answered()
        try exchange.folder.write("issuer/trust/iaca.doctypes", "org.iso.23220.photoid.1\n")
        try expectRefusal(["anchor.docType"]) { try exchange.verify($0) }
        try exchange.folder.write("issuer/trust/iaca.doctypes", "org.iso.18013.5.1.mDL\n")
        #expect(try exchange.verify().exitCode == 0)

        // Beside a root in another form too.
        try exchange.folder.write("root.der", exchange.folder.certificate("issuer/iaca.pem"))
        #expect(try exchange.verify(trust: "root.der").exitCode == 0)
        try exchange.folder.write("root.doctypes", "org.iso.23220.photoid.1\n")
        try expectRefusal(["anchor.docType"]) { try exchange.verify(trust: "root.der", $0) }
        try exchange.folder.write("root.doctypes", "# none\n")
        expectUnusable(try exchange.verify(trust: "root.der"), "root.doctypes")
    }

    @Test("An answer that lacks everything asked for is refused")
    func nothingAsked() throws {
        let exchange = try Exchange.answered()
        #expect(
            try exchange.folder.mdoc(
                line: "request create --origin https://rentals.example --reader reader --element org.example.other/nothing",
                "--session", "other.json", "--request", "request.json", "--at", Exchange.moment
            ).exitCode == 0)
        let run = try exchange.respond()
        #expect(run.exitCode == 1)
        #expect(run.output.contains("no document here can answer"))
    }
}
