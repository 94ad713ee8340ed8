import Foundation
import Testing

@Suite("The command line: keys and documents")
struct IssuerTests {
    @Test("Private keys and sessions are for their owner only, and never replaced")
    func secrets() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        for name in ["issuer/iaca-key.pem", "issuer/signer-key.pem", "reader/reader-ca-key.pem", "reader/reader-key.pem", "device-key.pem", "session.json"] {
            #expect(try folder.permissions(name) == 0o600, "\(name)")
        }
        let key = try folder.read("issuer/iaca-key.pem")
        expectUnusable(try folder.mdoc("issuer", "init", "--out", "issuer"), "issuer/iaca", "--out")
        expectUnusable(try folder.mdoc("reader", "init", "--out", "reader", "--domain", "a.example"), "reader/reader", "--out")
        #expect(try folder.read("issuer/iaca-key.pem") == key)
        let device = try folder.read("device-key.pem")
        expectUnusable(
            try folder.mdoc(
                line: "issuer issue --issuer issuer --content licence.json --portrait face.jpg --new-device-key device-key.pem --out new.mdoc"),
            "device-key.pem", "exists")
        #expect(try folder.read("device-key.pem") == device)
        #expect(!folder.exists("new.mdoc"))

        let names = ["issuer/iaca-key.pem", "issuer/iaca.pem", "issuer/signer-key.pem", "issuer/signer.pem", "issuer/crl.json", "issuer/trust/iaca.pem"]
        let kept = try names.map(folder.read)
        let others = try folder.mislead(to: "issuer/signer-key.pem", absent: "issuer/status-key.pem")
        for place in names + others {
            let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --new-device-key fresh.pem --out"
            expectUnusable(try folder.mdoc(line: issue, place), "\(place); give --out another file")
            let publish = "status publish --issuer issuer --uri https://authority.example/status --count 64 --at \(Exchange.moment) --out"
            expectUnusable(try folder.mdoc(line: publish, place), "\(place); give --out another file")
            expectUnusable(try folder.mdoc(line: "issuer crl --issuer issuer --at \(Exchange.moment) --out", place), "\(place); give --out another file")
        }
        for place in names + others + ["issuer/fresh.pem", "folder/fresh.pem", "issuer/trust/fresh"] {
            let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --out new.mdoc --new-device-key"
            expectUnusable(try folder.mdoc(line: issue, place), "\(place); give --new-device-key another file")
        }
        #expect(try names.map(folder.read) == kept)
        #expect(!folder.exists("fresh.pem") && !folder.exists("issuer/status-key.pem") && !folder.exists("issuer/status.pem"))
        #expect(!folder.exists("issuer/fresh.pem") && !folder.exists("issuer/trust/fresh") && !folder.exists("new.mdoc"))

        try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent("to-fresh").path, withDestinationPath: "./fresh.pem")
        for (option, key, place) in [
            ("--new-device-key", "fresh.pem", "fresh.pem"), ("--new-device-key", "fresh.pem", "./fresh.pem"), ("--new-device-key", "fresh.pem", "to-fresh"),
            ("--new-device-key", "to-fresh", "fresh.pem"), ("--device-key", "device-key.pem", "reader/../device-key.pem"),
        ] {
            let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --out"
            expectUnusable(try folder.mdoc(line: issue, place, option, key), "the key of the device", "\(place); give --out another file")
        }
        #expect(!folder.exists("fresh.pem"))
        #expect(try folder.read("device-key.pem") == device)

        try folder.write("wide.json", "{}")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.url.appendingPathComponent("wide.json").path)
        let create = "request create --origin https://a.example --element family_name --request r.json --session "
        expectUnusable(try folder.mdoc(line: create + "wide.json"), "wide.json", "exists")
        #expect(try folder.read("wide.json") == Data("{}".utf8) && !folder.exists("r.json"))
        #expect(try folder.mdoc(line: create + "narrow.json").exitCode == 0)
        #expect(try folder.permissions("narrow.json") == 0o600)
    }

    @Test("A list of authorities takes the place of no key or certificate of whoever signs it")
    func listSigner() throws {
        let folder = try Exchange().folder
        try #require(try folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment).exitCode == 0)
        let names = ["lists/list-root-key.pem", "lists/list-signer-key.pem", "lists/list-signer.pem", "lists/trust/list-root.pem"]
        let before = try names.map(folder.read)
        let write = "vical write issuer/iaca.pem --doc-type org.iso.18013.5.1.mDL --signer lists --provider Utopia --at \(Exchange.moment) --out"
        for place in names { expectUnusable(try folder.mdoc(line: write, place), "\(place); give --out another file") }
        #expect(try names.map(folder.read) == before)
        let run = try folder.mdoc(line: write, "lists/vical")
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    @Test("One folder is one authority's: another's root would be trusted for what it does not do")
    func oneAuthority() throws {
        let folder = try Exchange().folder
        expectUnusable(try folder.mdoc("reader", "init", "--out", "issuer", "--domain", "a.example"), "issuer/trust; give --out another folder")
        expectUnusable(try folder.mdoc("vical", "init", "--out", "issuer", "--organization", "Lists"), "issuer/trust; give --out another folder")
        expectUnusable(try folder.mdoc("registrar", "init", "--registrar", "issuer"), "issuer/trust; give --registrar another folder")
        for name in ["reader-ca-key.pem", "list-root.pem", "ledger.json", "trust/reader-ca.pem"] {
            #expect(!folder.exists("issuer/\(name)"), "\(name)")
        }
    }

    @Test("No private key is ever printed")
    func silence() throws {
        let folder = try Folder()
        let run = try folder.mdoc("issuer", "init", "--out", "issuer", "--json")
        #expect(run.exitCode == 0)
        let key = String(decoding: try folder.read("issuer/iaca-key.pem"), as: UTF8.self).split(separator: "\n")[1]
        #expect(!run.output.contains(key))
        #expect(try run.json()["trust"] as? String == "issuer/trust")
        #expect(try folder.json("issuer/crl.json")["lastNumber"] as? Int == 0, "no list was signed yet")
    }

    @Test("Faults of the content are named, every one, and nothing is written")
    func content() throws {
        let exchange = try Exchange()
        let folder = exchange.folder
        var content = Exchange.content
        content["nameSpaces"] = ["org.iso.18013.5.1": ["family_name": 7, "birth_date": "1994-02-31", "issuing_country": "US", "shoe_size": 43] as [String: Any]]
        try folder.write("bad.json", json: content)
        let run = try folder.mdoc(line: "issuer issue --issuer issuer --content bad.json --new-device-key key2.pem --out bad.mdoc")
        expectUnusable(run, "bad.json", "family_name", "birth_date", "issuing_country", "shoe_size", "given_name", "portrait", "driving_privileges")
        #expect(!folder.exists("bad.mdoc"))
        #expect(!folder.exists("key2.pem"))
        try folder.write("garbage", "no picture")
        let issue = "issuer issue --issuer issuer --content licence.json --new-device-key key2.pem --out bad.mdoc"
        expectUnusable(try folder.mdoc(line: issue + " --portrait garbage"), "garbage; check what --portrait is given")
        expectUnusable(try folder.mdoc(line: issue), "licence.json", "portrait is mandatory", "--portrait")
        try folder.write("form.json", "{\"docType\": 1}")
        expectUnusable(try folder.mdoc(line: "issuer issue --issuer issuer --content form.json --new-device-key k --out o"), "form.json", "nameSpaces")
    }

    @Test("The portrait goes where documents of the type have it; where no table says so, nothing is issued")
    func portrait() throws {
        let exchange = try Exchange()
        func issue(_ docType: String) throws -> Tool.Run {
            try exchange.folder.write("content.json", json: ["docType": docType, "nameSpaces": [String: Any]()])
            return try exchange.folder.mdoc(
                line: "issuer issue --issuer issuer --content content.json --portrait face.jpg --device-key device-key.pem --out new.mdoc --json",
                "--valid-from", "2026-06-01", "--valid-until", "2027-06-01")
        }
        for docType in ["eu.europa.ec.av.1", "org.example.card.1"] { expectUnusable(try issue(docType), "content.json", docType, "--portrait") }
        #expect(!exchange.folder.exists("new.mdoc"))
        expectUnusable(try issue("eu.europa.ec.eudi.pid.1"), "content.json", "family_name is mandatory", "place_of_birth is mandatory")
        for (docType, portrait) in [
            ("org.iso.23220.photoid.1", "org.iso.23220.1/portrait"), ("org.iso.23220.1.jp.mnc", "org.iso.23220.1.jp/portrait"),
        ] {
            let run = try issue(docType)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(try run.json()["elements"] as? [String] == [portrait])
        }
    }

    @Test("Every curve, every digest, decoys, and a public device key")
    func variants() throws {
        let exchange = try Exchange()
        let folder = exchange.folder
        for (curve, digest) in [("p256", "sha384"), ("p384", "sha256"), ("p521", "sha512")] {
            #expect(try folder.mdoc(line: "issuer init --out \(curve) --curve \(curve) --at \(Exchange.moment)").exitCode == 0)
            let issued = try folder.mdoc(
                line: "issuer issue --issuer \(curve) --content licence.json --portrait face.jpg --device-key device-key.pem --decoys 9",
                "--digest", digest, "--out", "\(curve).mdoc", "--valid-from", "2026-06-01", "--valid-until", "2026-12-01", "--json")
            #expect(issued.exitCode == 0, "\(issued.errors)")
            #expect(try issued.json()["validUntil"] as? String == "2026-12-01T00:00:00Z")
            let run = try folder.mdoc(
                line: "verify-issued --doc-type org.iso.18013.5.1.mDL --at \(Exchange.moment)", "--trust", "\(curve)/trust", "--issuer-signed",
                "\(curve).mdoc")
            #expect(run.exitCode == 0, "\(curve) \(run.output)")
        }
        expectUnusable(
            try folder.mdoc(
                line: "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key device-key.pem --out o",
                "--valid-from", "2026-06-01", "--valid-until", "2099-01-01"), "--valid-until")
    }

    @Test("Each half of an Ed25519 key is a device key, and what is none is told which are")
    func edwardsDeviceKey() throws {
        let folder = try Exchange().folder
        // RFC 8410, 10.1 and 10.3.
        let line = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
        let key = try #require(Data(base64Encoded: line)).suffix(32)
        try folder.write("public.pem", "-----BEGIN PUBLIC KEY-----\n\(line)\n-----END PUBLIC KEY-----\n")
        try folder.write(
            "private.pem",
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n")
        func issue(_ half: String) throws -> Tool.Run {
            try folder.mdoc(
                line: "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key \(half).pem --out \(half).mdoc",
                "--valid-from", "2026-06-01", "--valid-until", "2026-12-01")
        }
        for half in ["public", "private"] {
            let run = try issue(half)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(try folder.read("\(half).mdoc").range(of: key) != nil, "\(half)")
        }
        try folder.write("other.pem", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n")
        expectUnusable(try issue("other"), "other.pem", "Ed25519", "--device-key")
    }

    @Test("What cannot be in a certificate is named with its option, and no folder is made")
    func certificates() throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc("issuer", "init", "--out", "a", "--country", "Utopia"), "--country")
        expectUnusable(try folder.mdoc("issuer", "init", "--out", "b", "--crl", "nowhere"), "--crl")
        expectUnusable(try folder.mdoc("reader", "init", "--out", "c", "--domain", "*.example"), "--domain")
        expectUnusable(try folder.mdoc("reader", "init", "--out", "c", "--domain", "a.example", "--crl", "nowhere"), "change --crl")
        let long = String(repeating: "a", count: 65)
        expectUnusable(try folder.mdoc("reader", "init", "--out", "c", "--domain", "a.example", "--authority", long), "change --authority")
        expectUnusable(try folder.mdoc("vical", "init", "--out", "d", "--organization", long), "change --organization")
        for name in ["a", "b", "c", "d"] { #expect(!folder.exists(name), "\(name)") }
    }

    @Test("A document and a key that do not belong together are told apart")
    func otherKey() throws {
        let exchange = try Exchange.answered()
        let run = try exchange.folder.mdoc(
            line: "respond --request request.json --origin https://rentals.example --document licence.mdoc --device-key issuer/iaca-key.pem",
            "--any-reader", "--out", "r.json")
        expectUnusable(run, "licence.mdoc", "another device key")
    }
}
