import BrokerPages
import Crypto
import Foundation
import Subprocess
import Testing

@Suite("Who the pages let in", .timeLimit(.minutes(5)))
struct GuardTests {
    @Test("Only who calls the pages by their own name gets an answer, so names made to lead here (DNS rebinding) get none")
    func host() async throws {
        try await ServedPages.run { served in
            #expect(try await served.get("/").status == 200)
            let port = served.origin.port
            let hosts = [
                "shop.example:\(port)", "127.0.0.1:\(port)", "localhost:\(port)", "wallet.localhost", "wallet.localhost:\(port)0",
                "x.wallet.localhost:\(port)",
            ]
            for host in hosts {
                for path in ["/", "/assets/relay.js", "/settings/x"] {
                    let reply = try await served.get(path, headers: ["Host": host])
                    #expect((reply.status, reply.text) == (421, ""), "\(host) \(path)")
                }
            }
        }
    }

    @Test("Nobody posts but the pages' own scripts: not other origins, not pages without one, not programs that name none")
    func origin() async throws {
        try await ServedPages.run { served in
            let relay = try await served.relay()
            for origin in ["https://shop.example", "null", "http://wallet.localhost", "http://localhost:\(served.origin.port)", nil] {
                let reply = try await served.post(relay + "/next", headers: ["Origin": origin])
                #expect(reply.status == 403, "\(origin ?? "none")")
            }
            #expect(try await served.post(relay + "/next").status == 204)
            #expect(try await served.send(.PUT, relay + "/next").status == 405)
            #expect(try await served.send(.OPTIONS, relay + "/next", headers: ["Origin": "https://shop.example"]).status == 405)
            #expect(await served.desk.events == [])
        }
    }

    @Test(
        "Websites open the relay page and nothing else, and frame or embed nothing",
        arguments: [
            ("/", "cross-site", "document", 200), ("/", "none", "document", 200), ("/", "cross-site", "iframe", 403),
            ("/", "cross-site", "image", 403), ("/settings/x", "cross-site", "document", 403), ("/settings/x", "none", "document", 410),
            ("/consent/x", "same-site", "document", 403), ("/consent/x", "same-origin", "document", 410),
            ("/consent/x", "same-origin", "iframe", 403), ("/sheet/x/1", "same-origin", "document", 403),
            ("/sheet/x/1", "cross-site", "iframe", 403), ("/sheet/x/1", "same-origin", "iframe", 404),
            // A worker that asks in a page's place; a file that is saved.
            ("/settings/x", "same-origin", "empty", 403), ("/settings/x", "none", "empty", 403), ("/window/x/export", "same-origin", "empty", 404),
        ] as [(String, String, String, UInt)])
    func destination(_ path: String, _ site: String, _ destination: String, _ status: UInt) async throws {
        try await ServedPages.run { served in
            let reply = try await served.get(path, headers: ["Sec-Fetch-Site": site, "Sec-Fetch-Dest": destination])
            #expect(reply.status == status)
        }
    }

    @Test(
        "A website has to lead a window to the relay page: a script that asks for it gets none",
        arguments: [
            ("document", "navigate", 200), (nil, "navigate", 200), ("document", nil, 200), (nil, nil, 200), ("empty", "cors", 403),
            ("empty", "no-cors", 403), ("document", "no-cors", 403), ("empty", nil, 403), (nil, "cors", 403),
        ] as [(String?, String?, UInt)])
    func navigation(_ destination: String?, _ mode: String?, _ status: UInt) async throws {
        try await ServedPages.run { served in
            let headers: [String: String?] = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": destination, "Sec-Fetch-Mode": mode]
            let reply = try await served.get("/", headers: headers)
            #expect(reply.status == status)
        }
    }

    @Test("What a browser loads ahead for a worker is given to nobody, and uses nothing up", arguments: ["true", "", "anything"])
    func preload(_ value: String) async throws {
        let headers = ["Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Service-Worker-Navigation-Preload": value]
        try await ServedPages.run { served in
            let (_, door) = try await served.begin()
            for path in ["/", door, "/settings/x"] { #expect(try await served.get(path, headers: headers).status == 403, "\(path)") }
            _ = try await served.open(door)
        }
    }

    @Test("Whatever number a page says to have seen, it is answered")
    func numbers() async throws {
        try await ServedPages.run { served in
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            let answering = try await served.openAnswering()
            _ = try await served.stage(window, with: "Which app")
            for seen in ["\(Int.max)", "\(Int.max)0", "1", "x"] {
                for page in [relay, answering] { #expect(try await served.post("\(page)/next?seen=\(seen)").status == 204, "\(page) \(seen)") }
            }
            for (seen, status) in [("\(Int.max)", 204), ("\(Int.max - 1)", 204), ("0", 200), ("-1", 200), ("\(Int.min)", 200)] as [(String, UInt)] {
                #expect(try await served.post("\(window)/next?seen=\(seen)").status == status, "\(seen)")
            }
        }
    }

    @Test("A file that pages load goes by a word of this run and by its digest, so that nobody who had the port before can have left another for it")
    func files() async throws {
        try await ServedPages.run { served in
            let page = try await served.get("/").text
            for name in ["wallet.css", "relay.js"] {
                let reply = try await served.get(try await served.asset(name))
                #expect(reply.status == 200)
                let digest = Data(SHA256.hash(data: reply.bytes)).base64EncodedString()
                #expect(page.contains("/\(name)\" integrity=\"sha256-\(digest)\""), "\(name)")
            }
            let path = try await served.asset("wallet.css")
            let run = String(try #require(path.split(separator: "/").dropFirst().first))
            #expect(run.utf8.count >= 32)
            for other in ["/assets/wallet.css", "/assets/x/wallet.css", path.replacing(run, with: run + "0"), path.replacing(run, with: "")] {
                #expect(try await served.get(other).status == 404, "\(other)")
            }
        }
    }

    @Test("A service worker that somebody left under this name is given one in its place that takes itself away, whatever its path")
    func worker() async throws {
        try await ServedPages.run { served in
            for path in ["/sw.js", "/", "/assets/sw.js", "/deep/down/sw"] {
                let asked: [String: String?] = ["Service-Worker": "script", "Sec-Fetch-Dest": "serviceworker", "Sec-Fetch-Site": "same-origin"]
                let reply = try await served.get(path, headers: asked)
                #expect(reply.status == 200, "\(path)")
                #expect(reply.headers.first(name: "Content-Type")?.hasPrefix("text/javascript") == true)
                #expect(reply.headers["Service-Worker-Allowed"] == ["/"])
                #expect(reply.text.contains("registration.unregister()"))
            }
            #expect(try await served.get("/sw.js", headers: ["Service-Worker": "script", "Host": "shop.example"]).status == 421)
        }
    }

    @Test("Every answer has its headers: what it may load, who may frame it, that it is kept nowhere; none is open to other origins")
    func headers() async throws {
        try await ServedPages.run { served in
            let (relay, door) = try await served.begin()
            let settings = await served.pages.address(of: .settings, at: served.origin).dropFirst(served.origin.text.count)
            let window = try await served.get(door)
            await served.codes.show { await served.pages.address(of: $0, at: served.origin) }
            let answering = try #require(await served.pages.answeringAddress(at: served.origin)).dropFirst(served.origin.text.count)
            let replies = [
                ("relay", try await served.get("/")), ("window", window), ("window", try await served.get(String(settings))),
                ("answering", try await served.get(String(answering))), ("asset", try await served.get(try await served.asset("wallet.css"))),
                ("exchange", try await served.post(relay + "/next")),
                ("refusal", try await served.get("/nowhere")), ("refusal", try await served.get("/", headers: ["Host": "shop.example"])),
            ]
            let leftovers = [
                "relay": #""storage""#, "window": #""cache", "storage""#, "answering": #""cache", "storage""#, "refusal": #""storage""#,
            ]
            // Windows have no opener of their own origin either: whoever had the port before may have left a page open.
            let openers = [
                "window": "noopener-allow-popups", "answering": "noopener-allow-popups", "asset": "same-origin", "exchange": "same-origin",
                "refusal": "same-origin",
            ]
            for (kind, reply) in replies {
                let headers = reply.headers
                #expect(headers["Cache-Control"] == ["no-store"])
                #expect(headers["Referrer-Policy"] == ["no-referrer"])
                #expect(headers["X-Content-Type-Options"] == ["nosniff"])
                #expect(headers["Clear-Site-Data"] == [leftovers[kind]].compactMap { $0 }, "\(kind)")
                #expect(headers["Cross-Origin-Opener-Policy"] == [openers[kind]].compactMap { $0 }, "\(kind)")
                #expect(headers["Cross-Origin-Resource-Policy"] == [kind == "asset" ? "cross-origin" : "same-origin"], "\(kind)")
                let camera = kind == "answering" ? "camera=(self)" : "camera=()"
                #expect(headers.first(name: "Permissions-Policy")?.contains(camera) == true, "\(kind)")
                let policy = try #require(headers.first(name: "Content-Security-Policy"))
                #expect(policy.hasPrefix("default-src 'none'"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(!headers.contains { $0.name.lowercased().hasPrefix("access-control-") || $0.name.lowercased() == "set-cookie" })
            }
        }
    }

    @Test("A sheet's frame runs nothing, is framed by the window alone, and sends its forms nowhere else")
    func sheetHeaders() async throws {
        try await ServedPages.run { served in
            let window = try await served.open(try await served.begin().door)
            _ = try await served.post(window + "/select", body: "provider=wallet")
            let frame = try await served.stage(window, with: "<iframe").text
            #expect(frame.contains(#"sandbox="allow-forms""#))
            let reply = try await served.get(try ServedPages.sheetPath(frame))
            let policy = try #require(reply.headers.first(name: "Content-Security-Policy"))
            let origin = served.origin.text
            for rule in ["default-src 'none'", "form-action \(origin)/sheet/", "frame-ancestors \(origin)", "sandbox allow-forms"] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("script-src"))
            #expect(reply.text.contains("Older than 21"))
        }
    }

    @Test("An address opens one window, once: a second tab gets nothing, and no address opens a window of another kind")
    func secondTab() async throws {
        try await ServedPages.run { served in
            let (_, door) = try await served.begin()
            let other = door.replacing("/consent/", with: "/settings/")
            #expect(try await served.get(other).status == 410)
            #expect(try await served.get(door).status == 200)
            let second = try await served.get(door)
            #expect(second.status == 410)
            #expect(!second.text.contains("data-secret"))
            #expect(!second.text.contains("shop.example"))
        }
    }

    @Test("However many requests a website begins and ends, the addresses that programs have shown still open their windows, and its last one says how it ended")
    func manyRequests() async throws {
        try await ServedPages.run { served in
            let settings = await served.pages.address(of: .settings, at: served.origin).dropFirst(served.origin.text.count)
            let history = await served.pages.address(of: .history, at: served.origin).dropFirst(served.origin.text.count)
            var last = ""
            for _ in 0..<65 {
                let (relay, door) = try await served.begin()
                _ = try await served.post(relay + "/close")
                last = door
            }
            for address in [settings, history] { #expect(try await served.get(String(address)).status == 200) }
            _ = try await served.stage(try await served.open(last), with: "The request was withdrawn")
        }
    }

    @Test("Without a window's secret nothing is answered, and the secrets of one kind of window open no other")
    func secrets() async throws {
        try await ServedPages.run { served in
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            let guesses = [
                "/window/x/next", "/relay/x/next", relay.replacing("relay", with: "window") + "/next",
                window.replacing("window", with: "relay") + "/next", window + "/delete-all", window + "/authorize", relay + "/nothing",
            ]
            for path in guesses { #expect((400..<500).contains(try await served.post(path).status), "\(path)") }
            #expect(try await served.get(window + "/export").status == 404)
            #expect(await served.history.kept.count == 3)
        }
    }

    @Test("Any program of the user can do what a relay's page does and name any origin, and so the window does not say that the browser did")
    func relayOfProgram() async throws {
        try await ServedPages.run { served in
            let page = try await served.get(try await served.begin().door).text
            #expect(page.contains("shop.example"))
            #expect(page.contains("The address was reported by your browser, or by a program that acts as one"))
        }
    }

    @Test("Of a program that hides which one it is the window says that")
    func hiddenProgram() async throws {
        try await ServedPages.run { served in
            await served.desk.set(reporter: .hidden(process: 14_427))
            let page = try await served.get(try await served.begin().door).text
            #expect(page.contains("The address was reported by this program: unknown (process 14427 hides which one it is)"))
        }
    }

    private static let canChangeUser = geteuid() == 0 && ["/usr/bin/setpriv", "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile)

    @Test("A connection of another user of this machine is closed without an answer", .enabled(if: canChangeUser, "needs root, setpriv and curl"))
    func otherUser() async throws {
        try await ServedPages.run { served in
            for host in HeldPort("::1") == nil ? ["127.0.0.1"] : ["127.0.0.1", "[::1]"] {
                for (user, isServed) in [("root", true), ("nobody", false)] {
                    let result = try await Subprocess.run(
                        .name("setpriv"),
                        arguments: [
                            "--reuid", user, "--clear-groups", "curl", "--silent", "--max-time", "60", "--header", "Host: \(served.origin.authority)",
                            "http://\(host):\(served.origin.port)/",
                        ], output: .string(limit: 1 << 20), error: .discarded)
                    #expect(result.terminationStatus.isSuccess == isServed, "\(host) \(user)")
                    #expect(result.standardOutput.contains("<html") == isServed, "\(host) \(user)")
                }
            }
        }
    }
}
