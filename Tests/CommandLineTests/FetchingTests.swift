import Foundation
import LoopbackServers
import Testing

@Suite("The command line: fetching trust")
struct FetchingTests {
    /// An authority, a list provider and a server on loopback that publishes for them.
    private struct Scene {
        let folder: Folder
        let server: WebServer
        let credentials: WebCredentials
        var url: String { "https://127.0.0.1:\(server.port)/vical" }

        init() async throws {
            folder = try Folder()
            credentials = try WebCredentials("127.0.0.1")
            server = try await WebServer.start(credentials) { _ in .content([], status: .notFound) }
            try folder.write("web.der", Data(credentials.authority))
            try run("issuer", "init", "--out", "issuer", "--name", "Utopia IACA", "--at", Exchange.moment, "--crl", "https://127.0.0.1:\(server.port)/crl")
            try run("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment)
            let shown = try folder.mdoc("trust", "add", "lists/list-root.pem", "--store", "store", "--list-provider")
            let line = try #require(shown.errors.split(separator: "\n").first { $0.contains("sha256") })
            try run("trust", "add", "lists/list-root.pem", "--store", "store", "--list-provider", "--fingerprint", String(try #require(line.split(separator: " ").last)))
        }

        func run(_ arguments: String...) throws {
            let run = try Tool.run(arguments, in: folder)
            try #require(run.exitCode == 0, "\(arguments): \(run.errors)")
        }

        func publish(issue: Int, _ date: String) throws {
            try run(
                "vical", "write", "issuer/iaca.pem", "--signer", "lists", "--provider", "Utopia", "--issue", "\(issue)", "--doc-type",
                "org.iso.18013.5.1.mDL", "--next-update", "2026-07-01", "--not-after", "2026-08-01", "--at", date, "--out", "\(issue).cbor")
            let list = [UInt8](try folder.read("\(issue).cbor"))
            server.answer { $0.uri == "/vical" ? .content(list, headers: ["etag": "\"\(issue)\""]) : .content([], status: .notFound) }
        }

        func trust(_ arguments: String...) throws -> Tool.Run {
            try Tool.run(
                ["trust"] + arguments + ["--store", "store", "--at", Exchange.moment, "--network", "loopback-tests", "--tls-root", "web.der", "--json"],
                in: folder)
        }

        func sources(_ run: Tool.Run) throws -> [[String: Any]] { try run.json()["sources"] as? [[String: Any]] ?? [] }
    }

    @Test("A list is imported from its address, which is kept, and refreshed from there; what fails is said with its age")
    func refresh() async throws {
        let scene = try await Scene()
        try scene.publish(issue: 1, "2026-05-01")
        #expect(try scene.trust("import", "--url", scene.url).exitCode == 0)
        let listed = try Tool.run(["trust", "list", "--store", "store", "--at", Exchange.moment, "--json"], in: scene.folder).json()
        #expect((listed["lists"] as? [[String: Any]])?.first?["source"] as? String == scene.url)

        try scene.publish(issue: 2, "2026-05-31")
        let refreshed = try scene.trust("refresh", "--once")
        #expect(refreshed.exitCode == 1, "the revocation list is not there")
        let list = try #require(try scene.sources(refreshed).first { $0["kind"] as? String == "issuerList" })
        #expect(list["outcome"] as? String == "updated")
        #expect(list["address"] as? String == scene.url)
        #expect(list["nextUpdate"] as? String == "2026-07-01T00:00:00Z")
        // The root that the list names names the address of its revocation list.
        let again = try #require(try scene.sources(scene.trust("refresh")).first { $0["kind"] as? String == "revocationList" })
        #expect(again["outcome"] as? String == "failed")
        #expect(again["code"] as? String == "fetch.status")

        let url = scene.url
        await scene.server.kill()
        let down = try Tool.run(
            ["trust", "refresh", "--store", "store", "--at", Exchange.moment, "--network", "loopback-tests", "--tls-root", "web.der"], in: scene.folder)
        #expect(down.exitCode == 1)
        for words in ["List of Utopia", url, "fetch.connection", "hours, issued 2026-05-31", "2026-07-01"] {
            #expect(down.output.contains(words), "\(down.output)")
        }
    }

    @Test("A signer is watched where the store has the authority that issued it; any other is refused, and the reason said")
    func signers() async throws {
        let scene = try await Scene()
        try scene.publish(issue: 1, "2026-05-01")
        #expect(try scene.trust("import", "--url", scene.url).exitCode == 0)
        let address = "https://127.0.0.1:\(scene.server.port)/signers"
        try scene.run("issuer", "init", "--out", "other", "--name", "Other IACA", "--at", Exchange.moment, "--crl", address)
        let requests = scene.server.requests.count
        expectUnusable(try scene.trust("refresh", "--signer", "other/signer.pem"), "other/signer.pem", "crl.authority", "mdoc trust add")
        #expect(scene.server.requests.count == requests, "nothing is fetched")
        let known = try scene.trust("refresh", "--signer", "issuer/signer.pem")
        #expect(try scene.sources(known).contains { $0["kind"] as? String == "revocationList" }, "\(known.errors)")
        await scene.server.kill()
    }

    @Test("Without the network for tests nothing on this machine is fetched; http is no address of a list")
    func production() async throws {
        let scene = try await Scene()
        try scene.publish(issue: 1, "2026-05-01")
        expectUnusable(try scene.folder.mdoc("trust", "import", "--url", scene.url, "--store", "store"), "fetch.privateAddress")
        expectUnusable(try scene.trust("import", "--url", "http://127.0.0.1:\(scene.server.port)/vical"), "fetch.scheme", "begins with https://")
        expectUnusable(try scene.trust("import", "1.cbor", "--url", scene.url), "either")
        expectUnusable(try scene.folder.mdoc("trust", "refresh", "--store", "nowhere"), "trust store")
        // What is no certificate would make every server one that is not trusted.
        expectUnusable(try scene.trust("import", "--url", scene.url, "--tls-root", "issuer/iaca-key.pem"), "issuer/iaca-key.pem", "--tls-root")
        #expect(scene.server.requests.isEmpty)
        await scene.server.kill()
    }
}
