import Foundation
import Testing

@Suite("The command line: from issuer to verdict")
struct RoundTripTests {
    @Test("An answer made by four commands verifies, and its JSON has the elements")
    func json() throws {
        let exchange = try Exchange.answered()
        let run = try exchange.verify("--json")
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let json = try run.json()
        #expect(json["verdict"] as? String == "verified")
        #expect(json["profile"] as? String == "iso")
        let documents = try #require(json["documents"] as? [[String: Any]])
        let document = try #require(documents.first)
        #expect(documents.count == 1)
        #expect(document["docType"] as? String == "org.iso.18013.5.1.mDL")
        let issuer = try #require(document["issuer"] as? [String: Any])
        #expect(issuer["country"] as? String == "UT")
        #expect(issuer["provenance"] as? String == "iaca.pem")
        let elements = try #require((document["issuerSigned"] as? [String: Any])?["org.iso.18013.5.1"] as? [String: Any])
        #expect(Set(elements.keys) == ["family_name", "portrait", "age_over_25", "driving_privileges"])
        #expect(elements["family_name"] as? String == "Appleseed")
        #expect(elements["age_over_25"] as? Bool == true)
        #expect(elements["portrait"] as? String == base64url(Exchange.portrait))
        let privileges = try #require(elements["driving_privileges"] as? [[String: String]])
        #expect(privileges == [["vehicle_category_code": "B", "issue_date": "2014-05-02", "expiry_date": "2031-03-01"]])
        let comparison = try #require(json["elements"] as? [String: [String]])
        #expect(comparison["missing"] == ["org.iso.18013.5.1/weight"])
        #expect(comparison["unrequested"] == [])
        #expect(comparison["asked"]?.count == 5)
        #expect(try run.checks("failed") == [])
        #expect(try run.count("mso.digest", "passed") == 4)
    }

    @Test("The same for people: verdict first, names and values, 80 columns, no colours in a pipe")
    func text() throws {
        let exchange = try Exchange.answered()
        let run = try exchange.verify()
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("✔ verified under profile iso, judged at 2026-06-01T12:00:00Z\n"))
        for words in ["Family name", "Appleseed", "JPEG picture, 2 KiB · may be kept", "B from 2014-05-02 until 2031-03-01", "Utopia IACA", "iaca.pem"] {
            #expect(run.output.contains(words))
        }
        #expect(run.output.contains("5 asked, 4 answered"))
        #expect(!run.output.contains("\u{1b}"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("The wallet says who asks, for what, and what is kept; keeping back is possible, the portrait's excepted")
    func wallet() throws {
        let exchange = try Exchange.answered()
        let told = try exchange.respond()
        for words in ["https://rentals.example asks", "Spaceship Rentals", "trusted", "to be kept", "answered by Age over 25", "not in the document"] {
            #expect(told.output.contains(words), "\(words)")
        }
        let withheld = try exchange.respond("--withhold", "family_name", "--json")
        #expect(withheld.exitCode == 0)
        #expect(try withheld.json()["answered"] as? Bool == true)
        let verified = try exchange.verify("--json")
        #expect(verified.exitCode == 0)
        #expect(!verified.output.contains("Appleseed"))

        let refused = try exchange.respond("--withhold", "portrait", "--json")
        #expect(refused.exitCode == 1)
        #expect(try refused.json()["answered"] as? Bool == false)
        for secret in Exchange.secrets { #expect(!refused.output.contains(secret)) }
    }

    @Test("What is kept back is what the request asks for, by its own name or by that of its answer; another name is refused")
    func withheld() throws {
        let exchange = try Exchange.answered()
        for name in ["age_over_21", "age_over_25", "org.iso.18013.5.1/age_over_21"] {
            #expect(try exchange.respond("--withhold", name).exitCode == 0, "\(name)")
            let documents = try #require(try exchange.verify("--json").json()["documents"] as? [[String: Any]])
            let elements = try #require((documents.first?["issuerSigned"] as? [String: Any])?["org.iso.18013.5.1"] as? [String: Any])
            #expect(Set(elements.keys) == ["family_name", "portrait", "driving_privileges"], "\(name)")
        }
        exchange.folder.remove("response.json")
        for name in ["given_name", "famly_name", "org.iso.18013.5.1.aamva/family_name"] {
            expectUnusable(try exchange.respond("--withhold", "family_name", "--withhold", name), name, "request.json", "org.iso.18013.5.1/family_name")
        }
        #expect(!exchange.folder.exists("response.json"))
    }

    @Test("An unsigned request is answered only by a wallet that says so")
    func unsigned() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        folder.remove("session.json")
        #expect(
            try folder.mdoc(
                line: "request create --origin https://rentals.example --element family_name --session session.json --request request.json",
                "--at", Exchange.moment
            ).exitCode == 0)
        folder.remove("response.json")
        #expect(try exchange.respond().exitCode == 1)
        #expect(!folder.exists("response.json"))
        let any = try folder.mdoc(
            line: "respond --request request.json --origin https://rentals.example --document licence.mdoc --device-key device-key.pem",
            "--any-reader", "--out", "-", "--at", Exchange.moment)
        #expect(any.exitCode == 0)
        #expect(any.errors.contains("nobody signed the request"))
        try folder.write("response.json", any.outputBytes)
        #expect(try exchange.verify().exitCode == 0)
    }

    @Test("verify-request names the reader for its own origin and for no other")
    func request() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        let line = "verify-request --request request.json --reader-trust reader/trust --json --at \(Exchange.moment) --origin "
        let good = try folder.mdoc(line: line + "https://rentals.example")
        #expect(good.exitCode == 0)
        #expect(try good.json()["verdict"] as? String == "verified")
        let other = try folder.mdoc(line: line + "https://evil.example")
        #expect(other.exitCode == 1)
        let readers = try #require(try other.json()["readers"] as? [[String: Any]])
        #expect(readers.map { $0["outcome"] as? String } == ["invalid"])
        #expect(readers.first?["subject"] == nil, "an identity nobody proved is not shown")
        let untrusted = try folder.mdoc(
            line: "verify-request --request request.json --reader-trust issuer/trust --at \(Exchange.moment) --origin https://rentals.example")
        #expect(untrusted.exitCode == 1)
        #expect(untrusted.output.contains("reader.path"))
    }

    @Test("Each reader signs the whole request, the first one each document request too where that is asked for")
    func readers() throws {
        let exchange = try Exchange()
        try exchange.makeReader()
        let folder = exchange.folder
        #expect(try folder.mdoc(line: "reader init --out other --domain rentals.example --at \(Exchange.moment)").exitCode == 0)
        let created = try folder.mdoc(
            line: "request create --origin https://rentals.example --reader reader --reader other --per-document-auth --purpose age",
            "--element", "age_over_21", "--session", "session.json", "--request", "request.json", "--at", Exchange.moment)
        #expect(created.exitCode == 0)
        for trust in ["reader/trust", "other/trust"] {
            let run = try folder.mdoc(
                line: "verify-request --request request.json --origin https://rentals.example --json --at \(Exchange.moment)", "--reader-trust", trust)
            #expect(run.exitCode == 0)
            let readers = try #require(try run.json()["readers"] as? [[String: Any]])
            #expect(readers.compactMap { $0["coverage"] as? String } == ["request", "request", "documentRequest"])
        }
        #expect(try exchange.respond().exitCode == 0)
        #expect(try exchange.verify().exitCode == 0)
    }

    @Test("open decrypts and says that nothing is verified; verify-response reports all of it but the device's proof")
    func open() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        let opened = try folder.mdoc(line: "open --session session.json --response response.json --out opened.mdoc")
        #expect(opened.exitCode == 0)
        #expect(opened.output.contains("nothing here is verified"))
        let piped = try folder.mdoc(line: "open --session session.json --response response.json")
        #expect(try piped.outputBytes == folder.read("opened.mdoc"))
        let json = try folder.mdoc(line: "open --session session.json --response response.json --json").json()
        #expect(json["verified"] as? Bool == false)

        let run = try folder.mdoc(line: "verify-response --device-response opened.mdoc --trust issuer/trust --json --at \(Exchange.moment)")
        #expect(run.exitCode == 1)
        #expect(try run.checks("failed") == [])
        #expect(try run.checks("skipped").contains("device.authentication"))
        for secret in Exchange.secrets { #expect(!run.output.contains(secret)) }
    }

    @Test("A document is verified as issued; a developer's test data ends in 3")
    func issued() throws {
        let exchange = try Exchange()
        let folder = exchange.folder
        let line = "verify-issued --doc-type org.iso.18013.5.1.mDL --trust issuer/trust --at \(Exchange.moment) --json --issuer-signed "
        let run = try folder.mdoc(line: line + "licence.mdoc")
        #expect(run.exitCode == 0)
        #expect(try run.count("mso.digest", "passed") == 12)

        var content = Exchange.content
        var nameSpaces = try #require(content["nameSpaces"] as? [String: Any])
        nameSpaces["com.apple.identity-presentment.developer-test"] = ["test": true]
        content["nameSpaces"] = nameSpaces
        try folder.write("mock.json", json: content)
        #expect(
            try folder.mdoc(
                line: "issuer issue --issuer issuer --content mock.json --portrait face.jpg --device-key device-key.pem --out mock.mdoc",
                "--valid-from", "2026-06-01", "--valid-until", "2027-06-01"
            ).exitCode == 0)
        let mock = try folder.mdoc(line: line + "mock.mdoc")
        #expect(mock.exitCode == 3)
        #expect(try mock.json()["verdict"] as? String == "mock")
        for secret in Exchange.secrets { #expect(!mock.output.contains(secret)) }
    }

    private func base64url(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("What the document says of its issuer is printed beside what the certificates name")
    func issuer() throws {
        let exchange = try Exchange()
        try exchange.makeReader()
        let folder = exchange.folder
        let created = try folder.mdoc(
            line: "request create --reader reader --element issuing_authority --element issuing_country --origin \(Exchange.origin)",
            "--session", "session.json", "--request", "request.json", "--at", Exchange.moment)
        #expect(created.exitCode == 0, "\(created.errors)")
        #expect(try exchange.respond().exitCode == 0)
        let page = try exchange.verify().output
        #expect(page.contains("✔ agrees   Issuing country: UT; the certificates name UT\n"), "\(page)")
        #expect(page.contains("? open     Issuing authority: Utopia Department of Mobility; the certificates"), "\(page)")
        let json = try exchange.verify("--json").json()
        let identification = (json["documents"] as? [[String: Any]])?.first?["identification"] as? [String: [String: Any]]
        #expect(identification?["country"]?["agrees"] as? Bool == true)
        #expect(identification?["authority"]?["element"] as? String == "Utopia Department of Mobility")
    }
}
