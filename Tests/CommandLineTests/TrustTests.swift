import Foundation
import Testing

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
        #expect(removed.output.contains("still trusted through VICAL of Utopia"))
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
