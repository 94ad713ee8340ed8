import Foundation
import Testing
import VectorSupport

@Suite("The command line: trust stores and lists")
struct TrustTests {
    private func ok(_ run: Tool.Run, sourceLocation: SourceLocation = #_sourceLocation) throws -> Tool.Run {
        #expect(run.exitCode == 0, "\(run.errors)", sourceLocation: sourceLocation)
        return run
    }

    /// The fingerprint of a certificate, as the command shows it before anything is trusted.
    private func fingerprint(_ folder: Folder, _ file: String) throws -> String {
        let run = try folder.mdoc("trust", "add", file, "--store", "nowhere")
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        #expect(!folder.exists("nowhere"), "showing a certificate makes no store")
        let line = try #require(run.errors.split(separator: "\n").first { $0.contains("sha256") })
        return String(try #require(line.split(separator: " ").last))
    }

    private func verify(_ exchange: Exchange, trust: String) throws -> Tool.Run {
        try exchange.folder.mdoc(
            "verify", "--session", "session.json", "--response", "response.json", "--trust", trust, "--at", Exchange.moment, "--json")
    }

    @Test("A certificate is shown and not trusted until its fingerprint is given; removed, the same answer is refused")
    func confirmation() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        let sha256 = try fingerprint(folder, "issuer/iaca.pem")
        #expect(sha256.count == 64)
        let wrong = String(repeating: "0", count: 64)
        expectUnusable(try folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", wrong), sha256)
        expectUnusable(try folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", "12"), "64 hex digits")
        expectUnusable(try folder.mdoc("trust", "list", "--store", "store"), "store")

        let added = try ok(folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", sha256.uppercased(), "--json")).json()
        #expect(added["sha256"] as? String == sha256)
        #expect(try ok(verify(exchange, trust: "store")).exitCode == 0)
        let listed = try ok(folder.mdoc("trust", "list", "--store", "store", "--json")).json()
        #expect((listed["certificates"] as? [[String: Any]])?.map { $0["sha256"] as? String } == [sha256])

        _ = try ok(folder.mdoc("trust", "remove", "--store", "store", "--fingerprint", sha256))
        let refused = try verify(exchange, trust: "store")
        #expect(refused.exitCode == 1)
        #expect(try refused.checks("failed") == ["signer.path"])
        #expect(try ok(folder.mdoc("trust", "list", "--store", "store")).output.contains("trusts nobody"))
        expectUnusable(try folder.mdoc("trust", "remove", "--store", "store", "--fingerprint", sha256), sha256)
    }

    private static let canChangeUser = OtherOwners.areAllowed && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    @Test(
        "Of a store in a folder that its user may not enter nobody says that there is none",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func barred() throws {
        let folder = try Folder()
        let run = try Tool.shell(
            """
            chmod 755 .
            mkdir -m 700 closed
            setpriv --reuid=65534 --regid=65534 --clear-groups "$MDOC" trust list --store closed/trust || echo refused $?
            """, in: folder)
        #expect(run.output == "refused 2\n", "\(run.errors)")
        #expect(run.errors.contains("permission denied") && !run.errors.contains("make a store"), "\(run.errors)")
    }

    @Test(
        "A store that root changes, whatever the mask of new files, stays whose it was and readable to them",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func ofAnotherUser() throws {
        let folder = try Exchange().folder
        _ = try ok(folder.mdoc("issuer", "init", "--out", "second", "--name", "Second IACA", "--at", Exchange.moment))
        let (first, second) = (try fingerprint(folder, "issuer/iaca.pem"), try fingerprint(folder, "second/iaca.pem"))
        let run = try Tool.shell(
            """
            set -e
            umask 022
            nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$MDOC" "$@"; }
            chmod 755 .
            cp issuer/iaca.pem first.pem
            chmod 644 first.pem
            mkdir theirs
            chown 65534:65534 theirs
            nobody trust add first.pem --store theirs/store --fingerprint \(first) >&2
            rm theirs/store/lock
            umask 077
            mdoc trust remove --store theirs/store --fingerprint \(first) --distrust >&2
            mdoc trust add second/iaca.pem --store theirs/store --fingerprint \(second) >&2
            stat -c '%u:%g %a' theirs/store/trust-store.json theirs/store/certificates/\(second).der theirs/store/lock
            nobody trust list --store theirs/store >&2
            echo listed
            """, in: folder)
        #expect(run.output == String(repeating: "65534:65534 644\n", count: 3) + "listed\n", "\(run.errors)")
    }

    @Test(
        "Whoever changes a store of theirs leaves its index the group that may read it; where they are not in that group, nobody gains by another",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func ofAnotherGroup() throws {
        let folder = try Exchange().folder
        let root = try fingerprint(folder, "issuer/iaca.pem")
        let run = try Tool.shell(
            """
            set -e
            umask 022
            as() { setpriv --reuid=65534 --regid=65534 "$@"; }
            chmod 755 .
            cp issuer/iaca.pem root.pem
            chmod 644 root.pem
            mkdir theirs
            chown 65534:65534 theirs
            as --clear-groups "$MDOC" trust add root.pem --store theirs/store --fingerprint \(root) >&2
            index=theirs/store/trust-store.json
            chown 65534:65533 $index
            chmod 640 $index
            (umask 077; as --groups=65533 "$MDOC" trust remove --store theirs/store --fingerprint \(root) >&2)
            stat -c '%u:%g %a' $index
            as --clear-groups "$MDOC" trust add root.pem --store theirs/store --fingerprint \(root) >&2
            stat -c '%u:%g %a' $index
            chown 65534:65533 $index
            chmod 664 $index
            (umask 077; as --clear-groups "$MDOC" trust remove --store theirs/store --fingerprint \(root) >&2)
            stat -c '%u:%g %a' $index
            """, in: folder)
        #expect(run.output == "65534:65533 640\n65534:65534 600\n65534:65534 644\n", "\(run.errors)")
    }

    @Test(
        "Root that may give no file away changes a store of another user all the same",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func ofAnotherUserByBoundRoot() throws {
        let folder = try Exchange().folder
        let root = try fingerprint(folder, "issuer/iaca.pem")
        let run = try Tool.shell(
            """
            set -e
            umask 022
            chmod 755 .
            cp issuer/iaca.pem root.pem
            chmod 644 root.pem
            mkdir theirs
            chown 65534:65534 theirs
            nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$MDOC" "$@"; }
            nobody trust add root.pem --store theirs/store --fingerprint \(root) >&2
            bound() { setpriv --inh-caps=-chown --bounding-set=-chown "$@"; }
            touch mine
            if bound chown 65534 mine; then echo free; fi
            bound "$MDOC" trust remove --store theirs/store --fingerprint \(root) >&2
            stat -c '%u:%g %a' theirs/store/trust-store.json
            nobody trust list --store theirs/store >&2
            echo listed
            """, in: folder)
        #expect(run.output == "0:0 644\nlisted\n", "\(run.errors)")
    }

    @Test("Each known issuer is shown with the root it is trusted by, or the reason why it is not")
    func issuers() throws {
        let exchange = try Exchange.answered()
        let sha256 = try fingerprint(exchange.folder, "issuer/iaca.pem")
        let line = "org.iso.18013.5.1.mDL | software | none | yes | 1.0 |"
        try exchange.folder.write(
            "issuers.table",
            """
            issuer | UT | Utopia | \(line) \(sha256) | https://utopia.example/roots
            issuer | UT-2 | Second | \(line) \(String(repeating: "0", count: 64)) | https://second.example/roots
            issuer | UT-3 | Third | \(line) - | it publishes none
            """)
        _ = try ok(exchange.folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", sha256))
        let listed = try ok(
            exchange.folder.mdoc("trust", "issuers", "--store", "store", "--table", "issuers.table", "--json", "--at", Exchange.moment)).json()
        let issuers = try #require(listed["issuers"] as? [[String: Any]])
        #expect(issuers.map { $0["standing"] as? String } == ["issuer.trusted", "issuer.unconfirmed", "issuer.withoutRoot"])
        #expect(issuers.map { $0["sha256"] as? String } == [sha256, nil, nil])
        let shown = try ok(exchange.folder.mdoc("trust", "issuers", "--store", "store")).output
        let long = "https://mvdmt.gov/wp-content/uploads/mdl_certificate/MT-mDL-root-certificate.cer"
        #expect(shown.contains(long), "an address is never cut: \(shown)")
        #expect(shown.contains("US-AZ") && shown.contains("https://azmvdnow.gov/certificates/") && shown.contains("no root to trust"))
        try exchange.folder.write("issuers.table", "issuer | UT")
        expectUnusable(try exchange.folder.mdoc("trust", "issuers", "--store", "store", "--table", "issuers.table"), "issuers.table")
    }

    @Test("Document types and places limit what a root vouches for")
    func limits() throws {
        let exchange = try Exchange.answered()
        let sha256 = try fingerprint(exchange.folder, "issuer/iaca.pem")
        for (option, value, check) in [("--doc-type", "org.example.other", "anchor.docType"), ("--jurisdiction", "US", "anchor.jurisdiction")] {
            let store = String(option.dropFirst(2))
            _ = try ok(exchange.folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", store, "--fingerprint", sha256, option, value))
            #expect(try verify(exchange, trust: store).checks("failed") == [check])
        }
        expectUnusable(
            try exchange.folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "other", "--fingerprint", sha256, "--jurisdiction", "Utopia"), "UT/UT-7")
    }

    private func write(_ folder: Folder, issue: Int, at time: String = Exchange.moment) throws -> Tool.Run {
        try folder.mdoc(
            "vical", "write", "issuer/iaca.pem", "--signer", "lists", "--provider", "Utopia", "--issue", "\(issue)", "--doc-type",
            "org.iso.18013.5.1.mDL", "--next-update", "2026-07-01", "--not-after", "2026-08-01", "--at", time, "--out", "issue-\(issue).cbor")
    }

    @Test("A signer is no authority that a list of issuing authorities could name")
    func listedSigner() throws {
        let folder = try Exchange().folder
        _ = try ok(folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment))
        let write = "--signer lists --provider Utopia --doc-type org.iso.18013.5.1.mDL --at \(Exchange.moment) --out list.cbor"
        expectUnusable(try folder.mdoc(line: "vical write issuer/signer.pem \(write)"), "is not a certification authority")
        #expect(!folder.exists("list.cbor"))
        _ = try ok(folder.mdoc(line: "vical write issuer/iaca.pem \(write)"))
    }

    @Test("A list names an address that stores fetch it from, or none")
    func listAddress() throws {
        let folder = try Exchange().folder
        _ = try ok(folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment))
        let options = "issuer/iaca.pem --signer lists --provider Utopia --at \(Exchange.moment) --out list.cbor --url"
        for address in ["http://lists.example/newest", "lists.example", "https://"] {
            for command in ["vical write --doc-type org.iso.18013.5.1.mDL", "rical write"] {
                expectUnusable(try folder.mdoc(line: "\(command) \(options) \(address)"), "\"\(address)\" is not an https URI", "--url")
            }
        }
        #expect(!folder.exists("list.cbor"))
        _ = try ok(folder.mdoc(line: "rical write \(options) https://lists.example/newest"))
    }

    @Test("A list written here is read, taken into a store and used; an older issue is refused")
    func lists() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        _ = try ok(folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment))
        for issue in [2, 1] { _ = try ok(write(folder, issue: issue)) }
        let read = try ok(folder.mdoc("vical", "read", "issue-2.cbor", "--root", "lists/list-root.pem", "--at", Exchange.moment, "--json")).json()
        #expect(read["provider"] as? String == "Utopia")
        #expect(read["issueID"] as? Int == 2)
        #expect((read["entries"] as? [Any])?.count == 1)
        #expect((read["dropped"] as? [Any])?.isEmpty == true)

        let other = try folder.mdoc("vical", "read", "issue-2.cbor", "--root", "issuer/iaca.pem", "--at", Exchange.moment, "--json")
        #expect(other.exitCode == 1)
        #expect(try other.checks("failed") == ["list.signerPath"])
        #expect(try (other.json()["entries"] as? [Any])?.isEmpty == true)

        let sha256 = try fingerprint(folder, "lists/list-root.pem")
        _ = try ok(folder.mdoc("trust", "add", "lists/list-root.pem", "--store", "store", "--fingerprint", sha256, "--list-provider"))
        #expect(try verify(exchange, trust: "store").checks("failed") == ["signer.path"])
        _ = try ok(folder.mdoc("trust", "import", "issue-2.cbor", "--store", "store", "--at", Exchange.moment))
        #expect(try verify(exchange, trust: "store").exitCode == 0)
        expectUnusable(try folder.mdoc("trust", "import", "issue-1.cbor", "--store", "store", "--at", Exchange.moment), "issue 1", "issue 2", "kept")
        expectUnusable(try folder.mdoc("trust", "import", "licence.mdoc", "--store", "store"), "list.structure")

        // The root was confirmed by hand, too: removed, the list still names it, and the command says so.
        let root = try fingerprint(folder, "issuer/iaca.pem")
        _ = try ok(folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", root))
        let removed = try ok(folder.mdoc("trust", "remove", "--store", "store", "--fingerprint", root, "--at", Exchange.moment))
        #expect(removed.output.contains("still trusted through VICAL of Utopia") && removed.output.contains("--distrust"))
        #expect(try verify(exchange, trust: "store").exitCode == 0)

        try distrust(root, exchange)
        _ = try ok(folder.mdoc("trust", "remove", "--store", "store", "--list", "Utopia"))
        #expect(try verify(exchange, trust: "store").exitCode == 1)
    }

    @Test("A list of readers' authorities written here is read, and a wallet trusts the readers below them and no others")
    func readerLists() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        _ = try ok(folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment))
        _ = try ok(
            folder.mdoc(
                "rical", "write", "reader/reader-ca.pem", "--signer", "lists", "--provider", "Utopia", "--issue", "4", "--at", Exchange.moment,
                "--out", "rical.cbor"))
        let read = try ok(folder.mdoc("rical", "read", "rical.cbor", "--root", "lists/list-root.pem", "--at", Exchange.moment, "--json")).json()
        #expect(read["issueID"] as? Int == 4)
        #expect((read["entries"] as? [[String: Any]])?.map { $0["isTrustAnchor"] as? Bool } == [true])
        let page = try ok(folder.mdoc("rical", "read", "rical.cbor", "--root", "lists/list-root.pem", "--at", Exchange.moment))
        #expect(page.output.contains("readers, as a trust anchor"))
        let other = try folder.mdoc("rical", "read", "rical.cbor", "--root", "reader/reader-ca.pem", "--at", Exchange.moment, "--json")
        #expect(other.exitCode == 1)
        #expect(try other.checks("failed") == ["list.signerPath"])

        func asks(_ more: String...) throws -> Tool.Run {
            try Tool.run(["verify-request", "--request", "request.json", "--origin", Exchange.origin, "--at", Exchange.moment] + more, in: folder)
        }
        let trusted = try ok(asks("--reader-list", "rical.cbor", "--reader-list-root", "lists/list-root.pem", "--json")).json()
        let readers = try #require(trusted["readers"] as? [[String: Any]])
        #expect(readers.map { $0["provenance"] as? String } == ["RICAL of Utopia, issue 4 of \(Exchange.moment)"])
        expectUnusable(try asks("--reader-list", "rical.cbor", "--reader-list-root", "issuer/iaca.pem"), "list.signerPath")
        expectUnusable(try asks("--reader-list", "rical.cbor"), "--reader-list-root")
        expectUnusable(try asks(), "--reader-trust")
        _ = try ok(
            folder.mdoc(
                "rical", "write", "issuer/iaca.pem", "--signer", "lists", "--provider", "Utopia", "--at", Exchange.moment, "--out", "others.cbor"))
        #expect(try asks("--reader-list", "others.cbor", "--reader-list-root", "lists/list-root.pem").exitCode == 1)
        expectUnusable(
            try folder.mdoc("rical", "write", "reader/reader.pem", "--signer", "lists", "--provider", "Utopia", "--out", "none.cbor"),
            "not a certification authority")
        try readerStore(folder, asks: { try Tool.run($0 + $1, in: folder) })
    }

    /// The same list, and the same root, in a trust store.
    private func readerStore(_ folder: Folder, asks: ([String], [String]) throws -> Tool.Run) throws {
        let asking = ["verify-request", "--request", "request.json", "--origin", Exchange.origin, "--at", Exchange.moment, "--reader-trust", "store"]
        try confirm("lists/list-root.pem", ["--list-provider"], in: folder)
        #expect(try asks(asking, []).exitCode == 1, "a provider vouches for no reader")
        expectUnusable(try folder.mdoc("trust", "import", "rical.cbor", "--store", "store", "--at", Exchange.moment), "as a VICAL")
        let imported = try ok(folder.mdoc("trust", "import", "rical.cbor", "--readers", "--store", "store", "--at", Exchange.moment))
        #expect(imported.output.contains("readers, as a trust anchor"))
        #expect(try asks(asking, []).exitCode == 0)
        expectUnusable(try asks(asking, ["--reader-list", "rical.cbor", "--reader-list-root", "lists/list-root.pem"]), "trust import --readers")
        let listing = try ok(folder.mdoc("trust", "list", "--store", "store", "--at", Exchange.moment))
        #expect(listing.output.contains("List of readers' authorities of Utopia"))
        let listed = try ok(folder.mdoc("trust", "list", "--store", "store", "--at", Exchange.moment, "--json")).json()
        #expect((listed["lists"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["rical"])
        try confirm("reader/reader-ca.pem", ["--readers"], in: folder)
        let root = try #require((listed["lists"] as? [[String: Any]])?.first?["authorities"] as? [[String: Any]]).first?["sha256"] as? String ?? ""
        let still = try ok(folder.mdoc("trust", "remove", "--store", "store", "--readers", "--fingerprint", root, "--at", Exchange.moment))
        #expect(still.output.contains("still trusted through RICAL of Utopia"))
        expectUnusable(try folder.mdoc("trust", "remove", "--store", "store", "--list", "Utopia"), "no VICAL")
        _ = try ok(folder.mdoc("trust", "remove", "--store", "store", "--list", "Utopia", "--readers"))
        #expect(try asks(asking, []).exitCode == 1)
        try confirm("reader/reader-ca.pem", ["--readers"], in: folder)
        #expect(try asks(asking, []).exitCode == 0)
        expectUnusable(try folder.mdoc("trust", "add", "reader/reader-ca.pem", "--store", "store", "--readers", "--list-provider"), "either")
    }

    /// Adds a certificate by the fingerprint that the command shows.
    private func confirm(_ file: String, _ role: [String], in folder: Folder) throws {
        let add = ["trust", "add", file, "--store", "store", "--at", Exchange.moment] + role
        let shown = try Tool.run(add, in: folder)
        let line = try #require(shown.errors.split(separator: "\n").first { $0.contains("sha256") })
        _ = try ok(Tool.run(add + ["--fingerprint", String(try #require(line.split(separator: " ").last))], in: folder))
    }

    /// Distrusts a root that a list names, looks at what the listing says, and lifts it again.
    private func distrust(_ root: String, _ exchange: Exchange) throws {
        let folder = exchange.folder
        expectUnusable(try folder.mdoc("trust", "remove", "--store", "store", "--list", "Utopia", "--distrust"), "--distrust")
        let distrusted = try ok(
            folder.mdoc(
                "trust", "remove", "--store", "store", "--fingerprint", root, "--distrust", "--reason", "its key was stolen", "--at", Exchange.moment,
                "--json")
        ).json()
        #expect(distrusted["isDistrusted"] as? Bool == true && (distrusted["trustedThrough"] as? [Any])?.isEmpty == true)
        #expect(try verify(exchange, trust: "store").checks("failed") == ["signer.path"])
        _ = try ok(folder.mdoc("trust", "import", "issue-2.cbor", "--store", "store", "--at", Exchange.moment))
        #expect(try verify(exchange, trust: "store").checks("failed") == ["signer.path"])
        expectUnusable(try folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", root), "its key was stolen", "lift")

        let page = try ok(folder.mdoc("trust", "list", "--store", "store", "--at", Exchange.moment)).output
        for words in ["distrusted: ", "its key was stolen", "named by     Utopia", root] { #expect(page.contains(words), "\(page)") }
        let listed = try ok(folder.mdoc("trust", "list", "--store", "store", "--at", Exchange.moment, "--json")).json()
        #expect((listed["distrusted"] as? [[String: Any]])?.map { $0["sha256"] as? String } == [root])
        #expect(((listed["lists"] as? [[String: Any]])?.first?["authorities"] as? [Any])?.isEmpty == true)

        _ = try ok(folder.mdoc("trust", "lift", "--store", "store", "--fingerprint", root))
        #expect(try verify(exchange, trust: "store").exitCode == 0)
        expectUnusable(try folder.mdoc("trust", "lift", "--store", "store", "--fingerprint", root), root)
    }

    @Test("Distrusting what nobody has heard of is done, with a word")
    func distrustOfTheUnknown() throws {
        let folder = try Exchange().folder
        let sha256 = try fingerprint(folder, "issuer/iaca.pem")
        _ = try ok(folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", sha256))
        let other = String(repeating: "0", count: 64)
        let unknown = try ok(folder.mdoc("trust", "remove", "--store", "store", "--fingerprint", other, "--distrust", "--at", Exchange.moment))
        #expect(unknown.output.contains("removed and distrusted") && unknown.output.contains(other) && unknown.output.contains("check the"))
        let known = try ok(folder.mdoc("trust", "remove", "--store", "store", "--fingerprint", sha256, "--distrust", "--at", Exchange.moment))
        #expect(!known.output.contains("check the"))
        #expect(try ok(folder.mdoc("trust", "list", "--store", "store")).output.contains("trusts nobody"))
    }

    private static func openssl(_ arguments: [String], in folder: Folder) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder.url
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.runBounded()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static let hasOpenSSL: Bool = (try? openssl(["version"], in: Folder())) == 0

    /// Signs a revocation list of the day before the exchange.
    private func crl(_ folder: Folder, of root: String, revoking certificates: [String], out: String) throws {
        var index = ""
        for certificate in certificates {
            #expect(try Self.openssl(["x509", "-serial", "-noout", "-in", certificate, "-out", "serial"], in: folder) == 0)
            let serial = String(decoding: try folder.read("serial"), as: UTF8.self).split(whereSeparator: { "=\n".contains($0) })[1]
            index += "R\t270601000000Z\t260530000000Z\t\(serial)\tunknown\t/CN=\(certificate)\n"
        }
        try folder.write("index.txt", index)
        try folder.write("crlnumber", "01\n")
        try folder.write(
            "ca.cnf",
            "[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\ncrlnumber=crlnumber\ndefault_md=sha256\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid\n")
        #expect(
            try Self.openssl(
                ["ca", "-gencrl", "-config", "ca.cnf", "-cert", "\(root).pem", "-keyfile", "\(root)-key.pem", "-out", out]
                    + ["-crl_lastupdate", "20260531000000Z", "-crl_nextupdate", "20260630000000Z"], in: folder) == 0)
    }

    @Test("Revocation lists of signers and of list signers are taken with --crl", .enabled(if: hasOpenSSL, "there is no openssl"))
    func revocation() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        _ = try ok(folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment))
        _ = try ok(write(folder, issue: 1))
        try crl(folder, of: "lists/list-root", revoking: ["lists/list-signer.pem"], out: "lists.crl")
        try crl(folder, of: "lists/list-root", revoking: [], out: "empty.crl")
        func read(_ crl: String) throws -> Tool.Run {
            try folder.mdoc("vical", "read", "issue-1.cbor", "--root", "lists/list-root.pem", "--crl", crl, "--at", Exchange.moment, "--json")
        }
        #expect(try read("lists.crl").checks("failed") == ["list.signerRevocation"])
        #expect(try read("empty.crl").checks("passed").contains("list.signerRevocation"))
        expectUnusable(try read("lists/list-root.pem"), "list-root.pem", "it is not a well-formed revocation list", "--crl")

        let sha256 = try fingerprint(folder, "lists/list-root.pem")
        _ = try ok(folder.mdoc("trust", "add", "lists/list-root.pem", "--store", "store", "--fingerprint", sha256, "--list-provider"))
        expectUnusable(
            try folder.mdoc("trust", "import", "issue-1.cbor", "--store", "store", "--crl", "lists.crl", "--at", Exchange.moment),
            "list.signerRevocation", "is revoked")
        _ = try ok(folder.mdoc("trust", "import", "issue-1.cbor", "--store", "store", "--crl", "empty.crl", "--at", Exchange.moment))
        #expect(try verify(exchange, trust: "store").exitCode == 0)
        func verified(_ trust: String, _ crl: String) throws -> [String] {
            try folder.mdoc(
                "verify", "--session", "session.json", "--response", "response.json", "--trust", trust, "--crl", crl, "--at", Exchange.moment, "--json"
            ).checks("failed")
        }
        #expect(try verified("store", "lists.crl") == ["signer.path"], "the list adds nobody")
        #expect(try folder.mdoc("trust", "list", "--store", "store", "--crl", "lists.crl", "--at", Exchange.moment).output.contains("not used"))

        try crl(folder, of: "issuer/iaca", revoking: ["issuer/signer.pem"], out: "iaca.crl")
        #expect(try verified("issuer/trust", "iaca.crl") == ["signer.revocation"])
        #expect(try verified("store", "iaca.crl") == ["signer.revocation"], "of an authority on a list")
        let check = try folder.mdoc("trust", "check", "issuer/signer.pem", "--issuer", "issuer/iaca.pem", "--crl", "iaca.crl", "--json")
        #expect(check.exitCode == 1)
        #expect((try check.json()["certificates"] as? [[String: Any]])?.first?["revocation"] as? String == "revoked")
        expectUnusable(try folder.mdoc("trust", "check", "issuer/signer.pem", "--crl", "iaca.crl"), "--issuer")
    }

    @Test("A damaged store is an error that says how to mend it, never trust in nobody")
    func damage() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        let sha256 = try fingerprint(folder, "issuer/iaca.pem")
        _ = try ok(folder.mdoc("trust", "add", "issuer/iaca.pem", "--store", "store", "--fingerprint", sha256))
        try folder.write("store/certificates/\(sha256).der", "damaged")
        expectUnusable(try verify(exchange, trust: "store"), "\(sha256).der", "restore")
        expectUnusable(try folder.mdoc("trust", "list", "--store", "store"), "\(sha256).der", "restore")
        try folder.write("store/trust-store.json", "{")
        expectUnusable(try verify(exchange, trust: "store"), "trust-store.json", "restore")
    }
}
