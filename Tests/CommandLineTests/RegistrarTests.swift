import Foundation
import LoopbackServers
import Testing
import VectorSupport

@Suite("The command line: a registrar")
struct RegistrarTests {
    private static let openSSL = "/usr/bin/openssl"
    private static let moment = ["--registrar", "registrar", "--at", Exchange.moment]

    private struct Scene {
        let folder: Folder

        init() throws {
            folder = try Folder()
            try folder.write("icon.png", RegistrarTests.icon)
            try run("init", "--name", "Utopia Registrar")
            try run("brand", "submit", "rentals", "--name", "Spaceship Rentals", "--country", "UT", "--icon", "icon.png")
        }

        func registrar(_ arguments: [String]) throws -> Tool.Run { try Tool.run(["registrar"] + arguments + RegistrarTests.moment, in: folder) }

        @discardableResult
        func run(_ arguments: String...) throws -> [String: Any] {
            let run = try registrar(arguments + ["--json"])
            try #require(run.exitCode == 0, "\(arguments): \(run.errors)")
            return try run.json()
        }

        /// Proves a domain of the brand.
        func prove(_ domain: String = "rentals.example") throws {
            let value = try #require(try run("domain", "challenge", domain, "--brand", "rentals")["value"] as? String)
            try run("domain", "confirm", domain, "--brand", "rentals", "--txt", value)
        }

        /// Proves the brand's domain, and has it approved.
        func approve() throws {
            try prove()
            try run("brand", "review", "rentals", "--icon", "icon.png")
        }

        /// Has the brand approved, and an application of its.
        func approveApplication() throws {
            try approve()
            try folder.write("application.json", RegistrarTests.application)
            let apply = ["app", "apply", "application.json", "--brand", "rentals", "--without-document", "icon.png", "--proposed-with", "icon.png"]
            try #require(try registrar(apply + ["--proposed-without", "icon.png"]).exitCode == 0)
            try run("app", "review", "1")
        }

        func prepare() throws {
            try approve()
            try run(
                "request", "file", "--brand", "rentals", "--subject", "identity", "--region", "UT", "--element", "family_name", "--purpose",
                "To hand over a spaceship.", "--privacy-policy", "https://rentals.example/privacy", "--screenshot", "icon.png")
            try run("request", "review", "1")
        }

        func openSSLRequest(_ commonName: String = "rentals.example", key: String = "reader-key.pem") throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: RegistrarTests.openSSL)
            process.currentDirectoryURL = folder.url
            process.standardError = FileHandle.nullDevice
            process.arguments = [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", "request.pem",
                "-subj", "/C=UT/L=Port City/O=Spaceship Rentals/CN=\(commonName)/emailAddress=admin@rentals.example",
            ]
            try process.runBounded()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
    }

    /// A square PNG of 64 pixels, made by another program.
    private static let icon = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR4nO3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAFGOA0dAAAAAElFTkSuQmCC") ?? Data()

    @Test(
        "From brand to a request that a wallet trusts, with a request that openssl made",
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "openssl is not installed"))
    func endToEnd() throws {
        let scene = try Scene()
        try scene.prepare()
        try scene.openSSLRequest()
        let issue = ["issue", "--brand", "rentals", "--form", "1", "--csr", "request.pem", "--name", "rentals-2026", "--out"]
        for place in ["none/reader.pem", "registrar"] { expectUnusable(try scene.registrar(issue + [place]), place, "--out") }
        let run = try scene.registrar(issue + ["reader.pem", "--json"])
        try #require(run.exitCode == 0, "\(run.errors)")
        let issued = try run.json()
        #expect(issued["until"] as? String == "2027-07-03T11:59:59Z")
        let serial = try #require(issued["serial"] as? String)
        let asked = "request create --reader . --origin https://rentals.example --request"
        for (file, element) in [("good.json", "family_name"), ("greedy.json", "portrait")] {
            let run = try scene.folder.mdoc(line: asked, file, "--element", element, "--session", "s-\(file)", "--at", Exchange.moment)
            try #require(run.exitCode == 0, "\(run.errors)")
        }
        func verify(_ file: String, _ more: String = "") throws -> Tool.Run {
            try scene.folder.mdoc(
                line: "verify-request --origin https://rentals.example --reader-trust registrar/trust --json --at \(Exchange.moment) \(more) --request", file)
        }
        let good = try verify("good.json")
        #expect(good.exitCode == 0, "\(good.output)\(good.errors)")
        #expect((try good.json()["readers"] as? [[String: Any]])?.first?["brand"] as? String == "Spaceship Rentals")
        let greedy = try verify("greedy.json")
        #expect(greedy.exitCode == 1)
        #expect(greedy.output.contains("portrait"))
        try scene.run("revoke", serial, "--reason", "keyCompromise")
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "1")
        let revoked = try verify("good.json", "--reader-crl readers.crl")
        #expect(revoked.exitCode == 1)
        #expect(revoked.output.contains("reader.revoked"))
        let list = try scene.run("list")
        let certificates = try #require(list["certificates"] as? [[String: Any]])
        #expect(certificates.map { $0["state"] as? String } == ["revoked \(Exchange.moment)"])
        let written = String(decoding: try scene.folder.read("reader.pem"), as: UTF8.self)
        #expect(certificates.map { $0["certificate"] as? String } == [written], "the list gives it once more")
        let picture = try #require(((list["forms"] as? [[String: Any]])?.first?["screenshots"] as? [String])?.first)
        #expect(try scene.folder.read("registrar/\(picture)") == Self.icon)
        let page = try scene.registrar(["list"]).output
        #expect(!page.contains("admin@"))
        // Some lines are broken where they are long.
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for event in ["certificateIssued rentals-2026 rentals", "certificateRevoked rentals-2026 keyCompromise"] {
            #expect(words.contains("\(event), serial \(serial) by operator"), "\(words)")
        }
        #expect(try scene.folder.permissions("registrar/ledger.json") == 0o600)
    }

    private static let application = """
        {
          "client": "example.rentals.app", "name": "Spaceship Rentals", "location": "https://rentals.example/app", "category": "car-rental",
          "goods": "Spaceships for a day.", "currentMethod": "A clerk looks at the licence.", "equalProcess": true, "acceptedTerms": "2026-1",
          "privacyPolicy": "https://rentals.example/privacy", "thirdParties": [],
          "documents": [{"docType": "org.iso.18013.5.1.mDL", "groups": ["age"]}], "merchants": ["example.rentals"]
        }
        """

    @Test("From an application to the grant of a build, which is of no use to another program, and to its withdrawal")
    func app() throws {
        let scene = try Scene()
        try scene.approve()
        #expect(try scene.folder.mdoc("registrar", "app", "terms").output.contains("2026-1"))
        try scene.folder.write("application.json", Self.application)
        let apply = ["app", "apply", "application.json", "--brand", "rentals"]
        expectUnusable(try scene.registrar(apply), "registrar.application.missing", "screenshots.proposedWith")
        let pictures = ["--without-document", "icon.png", "--proposed-with", "icon.png", "--proposed-without", "icon.png"]
        for (name, bytes) in [("ask.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0])), ("cut.png", Self.icon.dropLast()), ("large.png", Data(count: 262_145))] {
            try scene.folder.write(name, bytes)
            expectUnusable(try scene.registrar(apply + pictures + ["--proposed-with", name]), name, "registrar.screenshot")
        }
        let filed = try scene.registrar(apply + pictures + ["--json"])
        #expect(try filed.json()["waiting"] as? String == "elements merchants", "\(filed.errors)")
        try scene.folder.write("app", "one build")
        try scene.folder.write("other", "another program")
        let grant = ["app", "grant", "1", "--brand", "rentals", "--executable", "app", "--out", "app.grant"]
        expectUnusable(try scene.registrar(grant), "registrar.application.notApproved")
        try scene.run("app", "review", "1")
        let granted = try scene.registrar(grant + ["--json"])
        let serial = try #require(try granted.json()["serial"] as? String, "\(granted.errors)")
        func check(_ executable: String, _ more: String...) throws -> Tool.Run {
            try Tool.run(
                ["registrar", "app", "check", "app.grant", "--root", "registrar/registrar-ca.pem", "--executable", executable, "--at", Exchange.moment] + more,
                in: scene.folder)
        }
        let good = try check("app")
        #expect(good.exitCode == 0 && good.output.contains("org.iso.18013.5.1.mDL: age, age-at-least, issuing-authority"), "\(good.output)\(good.errors)")
        #expect(good.output.contains("example.rentals"))
        let copied = try check("other", "--json")
        #expect(copied.exitCode == 1)
        #expect(try copied.json()["refusal"] as? String == "grant.executable")
        try scene.run("revoke", serial, "--reason", "superseded")
        let grants = try scene.run("list")["grants"] as? [[String: Any]]
        #expect(grants?.map { $0["state"] as? String } == ["revoked \(Exchange.moment)"])
        expectUnusable(try scene.registrar(["app", "review", "1", "--part", "elements"]), "registrar.review.over")
        #expect(try scene.folder.permissions("registrar/screenshots") == 0o700)
    }

    @Test("A grant lasts no longer than its root; it is shown as granted by a root that counts, as a wallet sees it, and not once that has ended")
    func endedRoot() throws {
        let scene = try Scene()
        try scene.approveApplication()
        try scene.folder.write("app", "one build")
        func grant(_ moment: String) throws -> Tool.Run {
            try scene.folder.mdoc(
                line: "registrar app grant 1 --brand rentals --executable app --out app.grant --registrar registrar --at", moment)
        }
        expectUnusable(try grant("2034-04-30T00:00:01Z"), "registrar.issuing", "2035-05-31T23:59:59Z")
        let granted = try grant("2034-04-30T00:00:00Z")
        try #require(granted.exitCode == 0, "\(granted.errors)")
        func check(_ moment: String) throws -> Tool.Run {
            try scene.folder.mdoc(line: "registrar app check app.grant --root registrar/registrar-ca.pem --executable app --at", moment)
        }
        #expect(try check("2035-05-31T23:59:59Z").exitCode == 0)
        expectUnusable(try check("2035-06-01T00:00:00Z"), "grant.token.signature", "--root")
    }

    @Test("Nothing is granted where it cannot be written, standard output has what was asked for and nothing else, and the list gives a grant once more")
    func output() throws {
        let scene = try Scene()
        try scene.approveApplication()
        try scene.folder.write("app", "one build")
        let grant = ["app", "grant", "1", "--brand", "rentals", "--executable", "app", "--out"]
        for place in ["none/app.grant", "registrar", "app/grant"] { expectUnusable(try scene.registrar(grant + [place]), place, "--out") }
        for place in ["app", "./app", "registrar/tables", "registrar/screenshots", "registrar/trust"] {
            expectUnusable(try scene.registrar(grant + [place]), "\(place); give --out another file")
        }
        #expect(try scene.folder.read("app") == Data("one build".utf8) && !scene.folder.exists("registrar/tables"))
        let before = try scene.run("list")["grants"] as? [[String: Any]]
        #expect(before?.count == 0)
        let granted = try scene.registrar(grant + ["-"])
        #expect(granted.exitCode == 0, "\(granted.errors)")
        #expect(granted.output.split(separator: ".").count == 3)
        let listed = try scene.run("list")["grants"] as? [[String: Any]]
        #expect(listed?.map { ($0["grant"] as? String ?? "") + "\n" } == [granted.output])
        for place in ["none/readers.crl", "registrar"] { expectUnusable(try scene.registrar(["crl", "--out", place]), place, "--out") }
        let list = try scene.registrar(["crl", "--out", "-"])
        #expect(list.exitCode == 0, "\(list.errors)")
        // A SEQUENCE whose length has a length of its own, and nothing behind it.
        let bytes = Array(list.outputBytes)
        try #require(bytes.count > 4 && bytes[0] == 0x30 && bytes[1] > 0x80)
        let head = 2 + Int(bytes[1] & 0x7F)
        let length = bytes[2..<head].reduce(0) { $0 << 8 | Int($1) }
        #expect(bytes.count == head + length)
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "2", "those that could not be written took no number")
    }

    @Test("Nothing that a command writes takes the place of a key, a certificate or a record of the registrar, whichever way the path leads there")
    func kept() throws {
        let scene = try Scene()
        try scene.prepare()
        let folder = scene.folder
        for name in ["app", "request.pem"] { try folder.write(name, "not looked at") }
        let picture = try #require(((try scene.run("list")["forms"] as? [[String: Any]])?.first?["screenshots"] as? [String])?.first)
        let names = ["registrar-ca-key.pem", "registrar-ca.pem", "ledger.json", "ledger.json.lock", "trust/registrar-ca.pem", picture].map { "registrar/\($0)" }
        let before = try names.map(folder.read)
        let others = try folder.mislead(to: "registrar/registrar-ca-key.pem", absent: "registrar/other.pem")
        for place in names + others {
            for command in [
                ["crl"], ["brand", "icon", "rentals"], ["app", "grant", "1", "--brand", "rentals", "--executable", "app"],
                ["issue", "--brand", "rentals", "--form", "1", "--csr", "request.pem", "--name", "n"],
            ] { expectUnusable(try scene.registrar(command + ["--out", place]), "\(place); give --out another file") }
        }
        #expect(try names.map(folder.read) == before)
        #expect(!folder.exists("registrar/other.pem"))
        #expect(try scene.run("crl", "--out", "registrar/readers.crl")["number"] as? String == "1", "other files in the folder are free")
    }

    private static let canChangeUser = OtherOwners.areAllowed && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    @Test(
        "What root does to another user's registrar leaves it to them; of a ledger that its user may not read it is said to look at the owner",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func ofAnotherUser() throws {
        let folder = try Folder()
        let options = "--registrar theirs/registrar --at \(Exchange.moment)"
        let run = try Tool.shell(
            """
            set -e
            nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$MDOC" "$@"; }
            chmod 755 .
            mkdir theirs
            chown 65534:65534 theirs
            nobody registrar init \(options) >&2
            rm theirs/registrar/ledger.json.lock
            mdoc registrar token --reviewer ada \(options) >&2
            stat -c '%u:%g %a' theirs/registrar/ledger.json theirs/registrar/ledger.json.lock
            nobody registrar token --reviewer bob \(options) >&2
            chown 0:0 theirs/registrar/ledger.json
            nobody registrar list \(options) >&2 || echo refused $?
            """, in: folder)
        #expect(run.output == "65534:65534 600\n65534:65534 600\nrefused 2\n", "\(run.errors)")
        #expect(run.errors.contains("permission denied") && run.errors.contains("look at its owner"), "\(run.errors)")
        #expect(!run.errors.contains("restore it"), "\(run.errors)")
    }

    @Test("A list takes the place of none that the ledger does not know: after an older copy was put back, nobody is taken back")
    func restored() throws {
        let scene = try Scene()
        let folder = scene.folder
        try scene.approveApplication()
        try folder.write("app", "one build")
        let granted = try scene.run("app", "grant", "1", "--brand", "rentals", "--executable", "app", "--out", "app.grant")
        let serial = try #require(granted["serial"] as? String)
        let copy = try folder.read("registrar/ledger.json")
        try scene.run("revoke", serial)
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "1")
        let list = try folder.read("readers.crl")

        let crl = ["crl", "--out", "readers.crl"]
        try folder.write("registrar/ledger.json", copy)
        expectUnusable(try scene.registrar(crl), "readers.crl", "registrar/ledger.json", "copy")
        #expect(try folder.read("registrar/ledger.json") == copy)
        // As the guide says, it is withdrawn once more, and lists go elsewhere until the number is reached.
        #expect(try scene.run("crl", "--out", "other.crl")["number"] as? String == "1")
        expectUnusable(try scene.registrar(crl), "readers.crl", "registrar/ledger.json", "copy")
        #expect(try folder.read("readers.crl") == list)
        try scene.run("revoke", serial)
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "2")
        try folder.write("readers.crl", "no list")
        expectUnusable(try scene.registrar(crl), "readers.crl", "registrar/ledger.json", "copy")
    }

    @Test("No list is signed of an earlier time than the last one, wherever that went, unless the clock was fast that made it")
    func clockSetBack() throws {
        let scene = try Scene()
        let (folder, later) = (scene.folder, "2026-06-01T13:00:00Z")
        let first = try folder.mdoc("registrar", "crl", "--out", "readers.crl", "--registrar", "registrar", "--at", later)
        try #require(first.exitCode == 0, "\(first.errors)")
        let before = try ["readers.crl", "registrar/ledger.json"].map(folder.read)
        for out in ["readers.crl", "other.crl", "-"] {
            expectUnusable(
                try scene.registrar(["crl", "--out", out]), "registrar/ledger.json", Exchange.moment, later, "set the clock", "--clock-was-fast")
        }
        #expect(try ["readers.crl", "registrar/ledger.json"].map(folder.read) == before)
        #expect(!folder.exists("other.crl"))
        #expect(try scene.run("crl", "--out", "readers.crl", "--clock-was-fast")["number"] as? String == "2")
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "3", "the next one goes on from there")
    }

    @Test("A list takes the place of no other authority's, also where that has withdrawn nobody")
    func otherAuthority() throws {
        let scene = try Scene()
        let folder = scene.folder
        let issuer = ["--issuer", "issuer", "--at", Exchange.moment]
        let made = try folder.mdoc(
            "issuer", "init", "--out", "issuer", "--contact", "mdl@utopia.example", "--crl", "https://utopia.example/iaca.crl", "--at", Exchange.moment)
        try #require(made.exitCode == 0, "\(made.errors)")
        try #require(try Tool.run(["issuer", "crl", "--out", "iaca.crl"] + issuer, in: folder).exitCode == 0)
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "1")
        let lists = try ["iaca.crl", "readers.crl"].map(folder.read)
        expectUnusable(try scene.registrar(["crl", "--out", "iaca.crl"]), "another authority's", "iaca.crl", "give --out another file")
        expectUnusable(
            try Tool.run(["issuer", "crl", "--out", "readers.crl"] + issuer, in: folder), "another authority's", "readers.crl", "give --out another file")
        #expect(try ["iaca.crl", "readers.crl"].map(folder.read) == lists)
        #expect(try scene.run("crl", "--out", "readers.crl")["number"] as? String == "2", "what was refused took no number")
    }

    @Test("An address of revocation lists that no certificate can carry is refused with its option, before anything is made")
    func address() throws {
        let folder = try Folder()
        for address in ["ftp://registrar.example/readers.crl", "registrar.example/readers.crl", "https://"] {
            expectUnusable(try folder.mdoc("registrar", "init", "--registrar", "new", "--crl", address), "http", "--crl")
            #expect(!folder.exists("new"))
        }
        #expect(try folder.mdoc("registrar", "init", "--registrar", "new", "--crl", "http://registrar.example/readers.crl").exitCode == 0)
    }

    @Test("A brand that waits is corrected when that is said, decided on by its number, and the list says who decided")
    func corrected() throws {
        let scene = try Scene()
        let submit = ["brand", "submit", "rentals", "--name", "Starship Rentals", "--country", "UT", "--icon", "icon.png"]
        expectUnusable(try scene.registrar(submit), "registrar.brand.identifier")
        try #require(try scene.registrar(submit + ["--again"]).exitCode == 0)
        try scene.prove()
        let review = ["brand", "review", "rentals", "--icon", "icon.png"]
        expectUnusable(try scene.registrar(review), "registrar.review.changed", "submission 2")
        try #require(try scene.registrar(review + ["--submission", "2"]).exitCode == 0)
        let list = try scene.registrar(["list"]).output
        #expect(list.contains("brand rentals: Starship Rentals, UT, approved, submission 2"), "\(list)")
        #expect(list.contains("brandApproved rentals submission 2 by operator"), "\(list)")
    }

    @Test("A brand is approved with a proven domain, for the icon that was looked at, and a form once every domain is proven")
    func reviewed() throws {
        let scene = try Scene()
        let review = ["brand", "review", "rentals"]
        for wrong in [[], ["--icon", "icon.png", "--refuse", "No."]] { expectUnusable(try scene.registrar(review + wrong), "--icon", "--refuse") }
        #expect(try scene.run("brand", "icon", "rentals", "--out", "seen.png")["submission"] as? String == "1")
        #expect(try scene.folder.read("seen.png") == Self.icon)
        expectUnusable(try scene.registrar(review + ["--icon", "seen.png"]), "registrar.domain.notProven", "rentals")
        try scene.prove()
        try scene.folder.write("other.png", Self.icon.dropLast())
        expectUnusable(try scene.registrar(review + ["--icon", "other.png"]), "registrar.review.icon", "submission 1")
        expectUnusable(try scene.registrar(review + ["--icon", "none.png"]), "none.png", "--icon")
        try #require(try scene.registrar(review + ["--icon", "seen.png"]).exitCode == 0)
        try scene.run(
            "request", "file", "--brand", "rentals", "--subject", "identity", "--region", "UT", "--element", "family_name", "--purpose",
            "To hand over a spaceship.", "--privacy-policy", "https://rentals.example/privacy", "--screenshot", "icon.png")
        try scene.run("domain", "challenge", "www.rentals.example", "--brand", "rentals")
        expectUnusable(try scene.registrar(["request", "review", "1"]), "registrar.domain.notProven", "www.rentals.example")
        let page = try scene.registrar(["list"]).output
        #expect(page.contains("not proven") && page.contains("proven until"), "\(page)")
        try scene.prove("www.rentals.example")
        try scene.run("request", "review", "1")
        try scene.run("brand", "review", "rentals", "--refuse", "The name is another's.")
        // Nothing was issued that shows it.
        expectUnusable(try scene.registrar(["brand", "icon", "rentals", "--out", "seen.png"]), "went when it was refused")
    }

    /// Every text in a JSON value.
    private static func texts(in value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap { texts(in: $0) }
        case let object as [String: Any]: object.values.flatMap { texts(in: $0) }
        default: []
        }
    }

    /// What a command shows to people, without the breaks of its lines.
    private static func page(_ run: Tool.Run) -> String { run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test("A reviewer is shown all that a form says; one that asks for what is restricted by law says by which, and keeps nothing")
    func shownForm() throws {
        let scene = try Scene()
        try scene.approve()
        let (card, japan) = ("org.iso.23220.1.jp.mnc", "org.iso.23220.1.jp")
        let file = [
            "request", "file", "--brand", "rentals", "--subject", "identity", "--region", "JP", "--doc-type", card, "--element",
            "\(japan)/full_name_unicode", "--element", "\(japan)/individual_number_unicode", "--purpose", "To pay taxes.", "--privacy-policy",
            "https://rentals.example/privacy", "--screenshot", "icon.png",
        ]
        expectUnusable(try scene.registrar(file), "registrar.form.legalBasis", "individual_number_unicode")
        let named = file + ["--legal-basis", "\(japan)/individual_number_unicode=Act 27 of 2013, article 9."]
        expectUnusable(try scene.registrar(named + ["--retention", "30"]), "registrar.form.retention")
        let filed = try scene.registrar(named)
        try #require(filed.exitCode == 0, "\(filed.errors)")
        let form = try scene.run("request", "show", "1")
        let members = [
            "brand", "elements", "legalBasis", "number", "privacyPolicy", "purpose", "region", "retentionDays", "review", "screenshots", "subject",
        ]
        #expect(form.keys.sorted() == members)
        #expect((form["elements"] as? [String: [String: [String]]])?[card]?[japan] == ["full_name_unicode", "individual_number_unicode"])
        #expect((form["legalBasis"] as? [[String: String]])?.map { $0["law"] } == ["Act 27 of 2013, article 9."])
        let page = try Self.page(scene.registrar(["request", "show", "1"]))
        for text in Self.texts(in: form) + [card, japan, "form 1 of", "not at all"] { #expect(page.contains(text), "\(text): \(page)") }
        let list = try scene.run("list")
        let listed = try #require((list["forms"] as? [[String: Any]])?.first)
        #expect(listed.keys.sorted() == members)
        #expect(Self.texts(in: listed).sorted() == Self.texts(in: form).sorted())
        #expect((list["brands"] as? [[String: Any]])?.map { $0["country"] as? String } == ["UT"])
        expectUnusable(try scene.registrar(["request", "show", "2"]), "registrar.form.unknown")
    }

    @Test("A form that keeps what it gets for one day says so, and not for days")
    func keptForADay() throws {
        let scene = try Scene()
        try scene.approve()
        try scene.run(
            "request", "file", "--brand", "rentals", "--subject", "identity", "--region", "UT", "--element", "family_name", "--purpose",
            "To hand over a spaceship.", "--retention", "1", "--privacy-policy", "https://rentals.example/privacy", "--screenshot", "icon.png")
        let page = try Self.page(scene.registrar(["request", "show", "1"]))
        #expect(page.contains("kept for 1 day privacy "), "\(page)")
    }

    @Test(
        "A form for what a table of the registrar's own has come to restrict gets no further certificate without its law, new or renewed",
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "openssl is not installed"))
    func restrictedByTable() throws {
        let scene = try Scene()
        try scene.approve()
        try scene.run(
            "request", "file", "--brand", "rentals", "--subject", "identity", "--region", "UT", "--element", "org.example.guild/guild_number", "--purpose",
            "To let members in.", "--privacy-policy", "https://rentals.example/privacy", "--screenshot", "icon.png")
        try scene.run("request", "review", "1")
        try scene.openSSLRequest()
        let issue = ["issue", "--csr", "request.pem", "--out", "reader.pem", "--name"]
        let first = ["--brand", "rentals", "--form", "1"]
        try #require(try scene.registrar(issue + ["guild"] + first).exitCode == 0)
        try FileManager.default.createDirectory(at: scene.folder.url.appendingPathComponent("registrar/tables"), withIntermediateDirectories: true)
        try scene.folder.write(
            "registrar/tables/guild.table",
            """
            namespace | org.example.guild | closed
            element | guild_number | text | O | restricted | Guild number | 組合番号 | 조합 번호 | Número da guilda

            """)
        for again in [["guild", "--renew", "--brand", "rentals"], ["more"] + first] {
            expectUnusable(try scene.registrar(issue + again), "registrar.form.legalBasis", "org.example.guild/guild_number")
        }
    }

    @Test("A reviewer is shown all that an application for an app says")
    func shownApplication() throws {
        let scene = try Scene()
        try scene.approve()
        let application = """
            {
              "client": "example.rentals.app", "name": "Moon Rentals", "clip": "example.rentals.app.clip", "location": "https://rentals.example/app",
              "category": "Lending of telescopes", "goods": "Telescopes for a night.", "currentMethod": "A clerk looks at the card.",
              "equalProcess": true, "acceptedTerms": "2026-1", "privacyPolicy": "https://rentals.example/privacy",
              "thirdParties": [{"name": "Insurer", "privacyPolicy": "https://insurer.example/privacy"}],
              "documents": [{"docType": "org.iso.23220.1.jp.mnc", "groups": ["age"], "words": ["document-number"]}], "merchants": ["example.rentals"],
              "legalBasis": [{"nameSpace": "org.iso.23220.1.jp", "element": "individual_number_unicode", "law": "Act 27 of 2013, article 9."}]
            }
            """
        try scene.folder.write("application.json", application)
        let apply = ["app", "apply", "application.json", "--brand", "rentals", "--without-document", "icon.png", "--proposed-with", "icon.png"]
        let filed = try scene.registrar(apply + ["--proposed-without", "icon.png"])
        try #require(filed.exitCode == 0, "\(filed.errors)")
        let shown = try scene.run("app", "show", "1")
        #expect(shown.keys.sorted() == ["application", "brand", "client", "content", "reviews", "words"])
        let content = try #require(shown["content"] as? [String: Any])
        let written = try #require(try JSONSerialization.jsonObject(with: Data(application.utf8)) as? [String: Any])
        #expect(content.keys.sorted() == (Array(written.keys) + ["screenshots"]).sorted())
        #expect(Set(Self.texts(in: content)).isSuperset(of: Self.texts(in: written)))
        #expect(content["equalProcess"] as? Bool == true)
        #expect((shown["words"] as? [String: [String]])?["org.iso.23220.1.jp.mnc"] == ["age", "age-at-least", "document-number", "portrait"])
        let page = try Self.page(scene.registrar(["app", "show", "1"]))
        let parts = ["elements", "merchants", "legalBasis", "category"].map { "\($0) submitted" }
        for text in Self.texts(in: shown) + parts + ["application 1 of rentals", "declared"] { #expect(page.contains(text), "\(text): \(page)") }
        let listed = try #require((try scene.run("list")["apps"] as? [[String: Any]])?.first)
        #expect(Self.texts(in: listed).sorted() == Self.texts(in: shown).sorted())
        expectUnusable(try scene.registrar(["app", "show", "2"]), "registrar.application.unknown")
    }

    @Test("A domain is taken from a brand, and what waits of it with it; one that was proven leaves the brand under its registrable domain")
    func removed() throws {
        let scene = try Scene()
        let value = try #require(try scene.run("domain", "challenge", "rentals.example", "--brand", "rentals")["value"] as? String)
        #expect(try scene.run("domain", "remove", "rentals.example", "--brand", "rentals")["removed"] as? String == "rentals.example")
        expectUnusable(
            try scene.registrar(["domain", "confirm", "rentals.example", "--brand", "rentals", "--txt", value]), "registrar.challenge.unknown")
        expectUnusable(try scene.registrar(["domain", "remove", "rentals.example", "--brand", "rentals"]), "registrar.domain.unknown")
        let next = try #require(try scene.run("domain", "challenge", "rentals.example", "--brand", "rentals")["value"] as? String)
        try scene.run("domain", "confirm", "rentals.example", "--brand", "rentals", "--txt", next)
        try scene.run("domain", "remove", "rentals.example", "--brand", "rentals")
        expectUnusable(try scene.registrar(["domain", "challenge", "other.example", "--brand", "rentals"]), "registrar.domain.root")
        try scene.run("domain", "challenge", "www.rentals.example", "--brand", "rentals")
    }

    @Test(
        "The guide from an application to a grant and a merchant's certificate holds as it is written",
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "openssl is not installed"))
    func guide() throws {
        let scene = try Scene()
        try scene.approve()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/registrar.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## An app and its grant\n").last?.components(separatedBy: "\n## ").first)
        func block(_ language: String) throws -> String {
            try #require(section.components(separatedBy: "```\(language)\n").dropFirst().first?.components(separatedBy: "```").first)
        }
        try scene.folder.write("application.json", block("json"))
        for picture in ["desk.png", "ask.png"] { try scene.folder.write(picture, Self.icon) }
        try scene.folder.write("app", "one build")
        let shell = try Tool.shell("set -e\n\(block("bash"))", in: scene.folder)
        #expect(shell.exitCode == 0, "\(shell.output)\(shell.errors)")
        for file in ["app.grant", "sealing.pem"] { #expect(scene.folder.exists(file), "\(file)") }
        #expect(shell.output.contains("✔ this build may use it"))
    }

    @Test(
        "A merchant's certificate is issued beside readers', and renewed for another key",
        .enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "openssl is not installed"))
    func merchant() throws {
        let scene = try Scene()
        try scene.approveApplication()
        try scene.openSSLRequest("example.rentals", key: "old-key.pem")
        let issue = ["issue", "--brand", "rentals", "--csr", "request.pem", "--name", "sealing", "--out", "old.pem"]
        try #require(try scene.registrar(issue + ["--merchant", "example.rentals"]).exitCode == 0)
        expectUnusable(try scene.registrar(issue + ["--merchant", "example.rentals", "--form", "1"]), "--merchant")
        try scene.openSSLRequest("example.rentals", key: "new-key.pem")
        try scene.run("issue", "--renew", "--brand", "rentals", "--csr", "request.pem", "--name", "sealing", "--out", "new.pem")
        let certificates = try scene.run("list")["certificates"] as? [[String: Any]]
        #expect(certificates?.map { $0["use"] as? String } == ["merchant example.rentals", "merchant example.rentals"])
        #expect(certificates?.map { $0["state"] as? String } == ["valid", "valid"])
        let shown = try scene.folder.mdoc("inspect", "new.pem").output
        #expect(shown.contains("merchant \"example.rentals\", team \"rentals\"") && shown.contains("sealing of answers to apps"), "\(shown)")
    }

    @Test("A part of a form is refused with a reason; named without one it is no approval, and the form waits as before")
    func refusedPart() throws {
        let scene = try Scene()
        try scene.approve()
        try scene.run(
            "request", "file", "--brand", "rentals", "--subject", "age", "--region", "UT", "--element", "age_over_21", "--purpose",
            "To rent to adults.", "--privacy-policy", "https://rentals.example/privacy", "--screenshot", "icon.png")
        func review() throws -> String? { try (scene.run("list")["forms"] as? [[String: Any]])?.first?["review"] as? String }
        let before = try #require(try review())
        expectUnusable(try scene.registrar(["request", "review", "1", "--part", "screenshot"]), "--part needs --refuse")
        // A form has no merchants.
        expectUnusable(
            try scene.registrar(["request", "review", "1", "--part", "merchants", "--refuse", "It is unknown."]), "domain, form, screenshot")
        #expect(try review() == before)
        let refused = try scene.run("request", "review", "1", "--part", "screenshot", "--refuse", "It shows another page.")
        #expect(refused["review"] as? String == "refused: screenshot")
        #expect(try review() != before)
    }

    @Test("A token is shown with whose it is: a reviewer's, that of a brand's holder, or that of one of its developers")
    func tokens() throws {
        let scene = try Scene()
        let reviewer = try scene.run("token", "--reviewer", "ada")
        #expect(reviewer["reviewer"] as? String == "ada")
        let holder = try scene.run("token", "--brand", "rentals")
        #expect(holder["brand"] as? String == "rentals" && holder["developer"] == nil)
        let developer = try scene.run("token", "--brand", "rentals", "--developer", "bob")
        #expect(developer["brand"] as? String == "rentals" && developer["developer"] as? String == "bob")
        #expect(Set([reviewer, holder, developer].compactMap { $0["token"] as? String }).count == 3)
    }

    @Test("Each refusal says what is wrong and how to mend it")
    func refusals() throws {
        let scene = try Scene()
        expectUnusable(try scene.registrar(["brand", "submit", "rentals", "--name", "X", "--country", "UT", "--icon", "icon.png"]), "registrar.brand.identifier")
        try scene.folder.write("icon.svg", "<svg/>")
        expectUnusable(try scene.registrar(["brand", "submit", "b", "--name", "X", "--country", "UT", "--icon", "icon.svg"]), "icon.svg", "PNG")
        expectUnusable(try scene.registrar(["domain", "challenge", "co.uk", "--brand", "rentals"]), "registrar.domain.name")
        try scene.run("domain", "challenge", "rentals.example", "--brand", "rentals")
        expectUnusable(
            try scene.registrar(["domain", "confirm", "rentals.example", "--brand", "rentals", "--txt", "wrong"]), "registrar.challenge.mismatch")
        try scene.folder.write("request.pem", "nothing")
        expectUnusable(
            try scene.registrar(["issue", "--brand", "rentals", "--form", "1", "--csr", "request.pem", "--name", "n", "--out", "o.pem"]), "registrar.csr.pem")
        #expect(!scene.folder.exists("o.pem"))
        expectUnusable(try scene.registrar(["init"]), "there is a file already", "give --registrar another folder")
        try scene.folder.write("garbage", "garbage")
        expectUnusable(
            try scene.folder.mdoc(line: "registrar app check garbage --root registrar/registrar-ca.pem --executable garbage"), "garbage", "app grant")
        expectUnusable(try scene.folder.mdoc("registrar", "list", "--registrar", "none"), "mdoc registrar init")
        #expect(try scene.folder.mdoc("registrar", "init", "--registrar", "new").exitCode == 0)
        #expect(try scene.folder.mdoc("registrar", "list", "--registrar", "new").output.contains("nothing yet"))
    }

    @Test("A domain is proven by a record that is looked up, and not by one that somebody else published")
    func record() async throws {
        let scene = try Scene()
        let value = try #require(try scene.run("domain", "challenge", "rentals.example", "--brand", "rentals")["value"] as? String)
        let name = "_mdoc-registrar-challenge.rentals.example"
        for (texts, isProven) in [([["other"]], false), ([["other"], [value]], true)] {
            let server = try await NameServer.start([name: .texts(texts)])
            let confirm = ["domain", "confirm", "rentals.example", "--brand", "rentals", "--by-record", "--name-server", "127.0.0.1:\(server.port)"]
            #expect(try (scene.registrar(confirm).exitCode == 0) == isProven)
            #expect(server.names == [name])
            await server.stop()
        }
        expectUnusable(try scene.registrar(["domain", "confirm", "rentals.example", "--brand", "rentals"]), "--by-record")
    }

    @Test("Commands that run at one time lose nothing, least of all a withdrawal")
    func concurrent() async throws {
        let scene = try Scene()
        let brands = (1...8).map { "brand-\($0)" }
        let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
            for brand in brands {
                group.addTask {
                    try Tool.run(
                        ["registrar", "brand", "submit", brand, "--name", "Rentals", "--country", "UT", "--icon", "icon.png"] + Self.moment, in: scene.folder
                    ).exitCode
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == brands.map { _ in 0 })
        let listed = try scene.run("list")["brands"] as? [[String: Any]]
        #expect(listed?.compactMap { $0["id"] as? String } == brands + ["rentals"])
    }
}
