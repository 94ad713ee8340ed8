import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import VerifierService

@Suite("Limits on the wire")
struct LimitTests {
    private static func world(_ extra: [String: String] = [:]) async throws -> ServiceWorld {
        try await ServiceWorld(extra: ["VERIFIER_LISTEN": "127.0.0.1:0"].merging(extra) { $1 })
    }

    /// The head of a post that starts a session, with a body of `length` bytes to come.
    private static func startHead(_ length: Int) -> String {
        """
        POST /v1/sessions HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer \(ServiceWorld.backendKey)\r
        Content-Type: application/json\r
        Content-Length: \(length)\r
        \r

        """
    }

    private static let startBody = #"{"policy":"rental"}"#

    /// The head of a page's post, with a body of `length` bytes to come.
    private static func answerHead(_ session: String, _ step: String = "response", cookie: String, length: Int) -> String {
        """
        POST /verification/sessions/\(session)/\(step) HTTP/1.1\r
        Host: localhost\r
        Cookie: \(cookie)\r
        Content-Type: application/json\r
        Content-Length: \(length)\r
        \r

        """
    }

    /// The same large answer asked for so often that no kernel keeps it all for a client; the connection ends behind the last.
    private static func askings(_ count: Int) -> String {
        let head = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n"
        return String(repeating: head + "\r\n", count: count - 1) + head + "Connection: close\r\n\r\n"
    }

    @Test("a body that does not arrive in time is answered with 408")
    func slowBody() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_BODY_SECONDS": "1"])
        try await LiveService.with(world) { service in
            let answer = try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(Self.startHead(1000) + #"{"pol"#)
                return try await talk.read(until: "}")
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains(#""code":"request.slow""#))
            #expect(answer.lowercased().contains("\r\nconnection: close\r\n"), "the rest of the body would be taken for the next request")
        }
    }

    @Test("a client that asks first is told to send its body, once the answers before are there; where none belongs, or is too long, it gets its answer instead")
    func expectedBody() async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n"
            let asking = "Expect: 100-continue\r\nContent-Type: "
            let head = Self.startHead(Self.startBody.utf8.count).replacing("Content-Type: ", with: asking)
            let (before, answer) = try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(health + "\r\n" + head)
                let before = try await talk.read(until: "HTTP/1.1 100 Continue\r\n\r\n")
                try await talk.send(Self.startBody)
                return (before, try await talk.read(until: "}"))
            }
            #expect(before.hasPrefix("HTTP/1.1 200 ") && before.hasSuffix("}HTTP/1.1 100 Continue\r\n\r\n"))
            #expect(answer.hasPrefix("HTTP/1.1 201 "))
            let unwanted = try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(health + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n")
                return try await talk.read(until: "}")
            }
            #expect(unwanted.hasPrefix("HTTP/1.1 200 "))
            let tooLong = try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(Self.startHead(1 << 30).replacing("Content-Type: ", with: asking))
                return try await talk.read(until: "}")
            }
            #expect(tooLong.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("a field with more combining marks in a row than are compared in good time is refused, and one with fewer is not; a path has none")
    func marks() async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            func answer(_ method: String = "GET", path: String = "/health", field: String = "x") async throws -> String {
                try await RawConnection.with(port: service.pagePort) { talk in
                    try await talk.send(
                        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \(field)\r\nConnection: close\r\n\r\n")
                    return try await talk.read()
                }
            }
            func text(_ marks: Int) -> String { "a" + String(repeating: "\u{301}", count: marks) }
            let taken = try await answer(field: text(64))
            #expect(taken.hasPrefix("HTTP/1.1 200 "))
            let refused = try await answer(field: text(65))
            #expect(refused.hasPrefix("HTTP/1.1 400 ") && refused.contains(#""code":"request.malformed""#) && refused.contains("correlationId"))
            let head = try await answer("HEAD", field: text(65))
            #expect(head.hasPrefix("HTTP/1.1 400 ") && head.hasSuffix("\r\n\r\n"))
            let path = try await answer(path: "/" + text(1))
            #expect(path.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("a body that breaks off, or is not framed as HTTP wants it, is the client's fault and no error of the service")
    func brokenBody() async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let head = Self.startHead(1000)
            let refused = try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(head.replacing("Content-Length: 1000", with: "Transfer-Encoding: chunked") + "zz\r\n")
                return try await talk.read(until: "}")
            }
            #expect(refused.hasPrefix("HTTP/1.1 400 "))
            #expect(refused.contains(#""code":"request.malformed""#))
            try await RawConnection.with(port: service.pagePort) { talk in try await talk.send(head + #"{"pol"#) }
            try await eventually("both are logged") { world.log.count(of: "request.malformed") == 2 }
            #expect(world.log.count(of: "error request ") + world.log.count(of: "an error of type") == 0)
        }
    }

    @Test(
        "an answer to HEAD ends with its head, so that the next answer of the connection is read as what it is",
        arguments: [("/health", 200), ("/metrics", 405)])
    func headAlone(_ path: String, _ status: Int) async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let answers = try await RawConnection.with(port: service.pagePort) { talk in
                let host = "HTTP/1.1\r\nHost: localhost\r\n"
                try await talk.send("HEAD \(path) \(host)\r\nGET /health \(host)Connection: close\r\n\r\n")
                return try await talk.read()
            }
            #expect(answers.hasPrefix("HTTP/1.1 \(status) "), "\(answers)")
            let end = try #require(answers.range(of: "\r\n\r\n"))
            #expect(answers[..<end.lowerBound].lowercased().contains("allow: get") == (status == 405))
            #expect(answers[end.upperBound...].hasPrefix("HTTP/1.1 200 "), "\(answers)")
        }
    }

    @Test("when all places are taken the next is told to come back, and gets in once one is free; that the process is alive is told meanwhile")
    func busy() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONCURRENT": "1"])
        try await LiveService.with(world) { service in
            try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(Self.startHead(Self.startBody.utf8.count))
                try await eventually("the only place is taken") { world.application.backendPlaces.areTaken }
                let refused = try await service.http.backend(.get, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA")
                #expect(try refused.text("code") == "server.busy")
                #expect(refused.headers[.retryAfter] == "1")
                #expect(try await service.http.send(.get, "/health").status == 200)
                try await talk.send(Self.startBody)
                #expect(try await talk.read(until: "}").hasPrefix("HTTP/1.1 201 "))
            }
            try await eventually("the place is free") { try await service.http.backend(.get, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA").status == 404 }
        }
    }

    @Test("page and backend have places of their own, on one listener too: who takes all of the one takes none of the other")
    func ownPlaces() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONCURRENT": "1"])
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            let handedOut = try await service.http.page("request", of: session)
            let cookie = try #require(handedOut.cookie)
            try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(Self.answerHead(session, cookie: cookie, length: 4000))
                try await eventually("the page's only place is taken") { world.application.pagePlaces.areTaken }
                let refused = try await service.http.page("request", of: session, cookie: cookie)
                #expect(try refused.text("code") == "server.busy")
                #expect(try await service.http.status(session) == "requested")
            }
            try await eventually("the page's place is free") { try await service.http.page("request", of: session, cookie: cookie).status == 200 }
            try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(Self.startHead(Self.startBody.utf8.count))
                try await eventually("the backend's only place is taken") { world.application.backendPlaces.areTaken }
                #expect(try await service.http.backend(.get, "/v1/sessions/\(session)").status == 503)
                #expect(try await service.http.page("request", of: session, cookie: cookie).status == 200)
            }
        }
    }

    @Test("while the last quarter of the backend's places is in use no session is started, and those there are go on")
    func scarcePlaces() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONCURRENT": "4"])
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            let cookie = try #require(try await service.http.page("request", of: session).cookie)
            let places = world.application.backendPlaces
            // Each start takes one itself.
            var taken = (0..<2).compactMap { _ in places.take() }
            #expect(try await service.http.status(service.http.start()) == "created", "three quarters are anybody's")
            taken.append(try #require(places.take()))
            let refused = try await RawConnection.with(port: service.pagePort) { talk in
                try await talk.send(Self.startHead(40_000))
                return try await talk.read(until: "}")
            }
            #expect(refused.hasPrefix("HTTP/1.1 503 "), "by its head alone")
            #expect(refused.contains(#""code":"server.busy""#))
            #expect(refused.lowercased().contains("retry-after: 1\r\n"))
            #expect(try await service.http.page("request", of: session, cookie: cookie).status == 200)
            #expect(try await service.http.status(session) == "requested")
            for place in taken { place.giveBack() }
            #expect(try await service.http.status(service.http.start()) == "created")
        }
    }

    @Test("while the last quarter of the page's places is in use no session is started for a page; one for an app has no use for them")
    func scarcePagePlaces() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONCURRENT": "4"])
        try await LiveService.with(world) { service in
            let places = world.application.pagePlaces
            var taken = (0..<3).compactMap { _ in places.take() }
            #expect(try await service.http.status(service.http.start()) == "created")
            taken.append(try #require(places.take()))
            let refused = try await service.http.backend(.post, "/v1/sessions", Self.startBody)
            #expect(try refused.text("code") == "server.busy")
            #expect(refused.headers[.retryAfter] == "1")
            let app = try await service.http.backend(.post, "/v1/sessions", #"{"policy":"rental","inApp":true}"#)
            #expect(try app.text("code") == "session.noMerchant", "what this service says to apps")
            for place in taken { place.giveBack() }
            #expect(try await service.http.status(service.http.start()) == "created")
        }
    }

    @Test("a post of the page without its cookie is refused by its head alone, before any of its body is there, and uses nothing up", arguments: ["response", "outcome"])
    func cookieBeforeBody(_ step: String) async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            let handedOut = try await service.http.page("request", of: session)
            let port = service.pagePort
            let posts: [(id: String, cookie: String, status: Int, code: String)] = [
                (session, "other=1", 403, "session.notBound"), (session, "__Host-verification-\(session.prefix(12))=short", 403, "session.notBound"),
                ("AAAAAAAAAAAAAAAAAAAAAA", "other=1", 404, "session.unknown"),
            ]
            for (id, cookie, status, code) in posts {
                let refused = try await RawConnection.with(port: port) { talk in
                    try await talk.send(Self.answerHead(id, step, cookie: cookie, length: 200_000))
                    return try await talk.read(until: "}")
                }
                #expect(refused.hasPrefix("HTTP/1.1 \(status) "))
                #expect(refused.contains("\"code\":\"\(code)\""))
            }
            #expect(try await service.http.status(session) == "requested")
            #expect(try await service.http.page("response", of: session, world.answer(handedOut.body), cookie: handedOut.cookie).status == 200)
        }
    }

    @Test("where all places are taken an answer is refused by its head alone, before any of its body is there")
    func busyBeforeBody() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONCURRENT": "1"])
        try await LiveService.with(world) { service in
            let port = service.pagePort
            let refused = try await RawConnection.with(port: port) { first in
                try await first.send(Self.startHead(Self.startBody.utf8.count))
                try await eventually("the only place is taken") { world.application.backendPlaces.areTaken }
                let refused = try await RawConnection.with(port: port) { second in
                    try await second.send(Self.startHead(40_000))
                    return try await second.read(until: "}")
                }
                try await first.send(Self.startBody)
                #expect(try await first.read(until: "}").hasPrefix("HTTP/1.1 201 "), "who has the place keeps it")
                return refused
            }
            #expect(refused.hasPrefix("HTTP/1.1 503 "))
            #expect(refused.contains(#""code":"server.busy""#))
            #expect(refused.lowercased().contains("retry-after: 1\r\n"))
        }
    }

    @Test("what is told to end answers who is in work or waits, tells each that its connection ends, takes no new one, and ends")
    func gracefulStop() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONCURRENT": "2"])
        try await LiveService.with(world) { service in
            let (session, other) = (try await service.http.start(), try await service.http.start())
            let port = service.pagePort
            let before = try await service.http.send(.get, "/health")
            #expect(before.headers[.connection] == nil, "its connection goes on")
            async let waited = service.http.backend(.get, "/v1/sessions/\(session)?wait=60")
            async let heard = service.http.backend(.get, "/v1/sessions/\(other)/events")
            try await eventually("both wait") { world.application.watch.count == 2 }
            let answer = try await RawConnection.with(port: port) { first in
                try await RawConnection.with(port: port) { second in
                    for talk in [first, second] { try await talk.send(Self.startHead(Self.startBody.utf8.count) + "{") }
                    try await eventually("both are in work") { world.application.backendPlaces.areTaken }
                    await service.stop()
                    try await eventually("no new connection is taken") { (try? await RawConnection.with(port: port) { _ in true }) == nil }
                    var answers = ""
                    for talk in [first, second] {
                        try await talk.send(String(Self.startBody.dropFirst()))
                        answers += try await talk.read()
                    }
                    return answers
                }
            }
            #expect(answer.split(separator: "HTTP/1.1 201 ", omittingEmptySubsequences: false).count == 3, "both")
            #expect(answer.lowercased().components(separatedBy: "\r\nconnection: close\r\n").count == 3, "both")
            let held = try await waited
            #expect(try held.text("status") == "created")
            #expect(held.headers[.connection] == "close")
            #expect(try await heard.text.contains(#""status":"created""#))
        }
    }

    @Test("each of many who wait is told that the connection ends, however soon the end of the service ends the wait")
    func gracefulStopOfMany() async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<40 {
                    group.addTask { try await service.http.backend(.get, "/v1/sessions/\(session)?wait=60").headers[.connection] }
                }
                try await eventually("all wait") { world.application.watch.count == 40 }
                await service.stop()
                for try await connection in group { #expect(connection == "close") }
            }
        }
    }

    @Test(
        "a request for another protocol is answered, behind those before it, as the last of its connection",
        arguments: ["Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n", "Connection: upgrade\r\nUpgrade: websocket\r\n"])
    func otherProtocol(_ fields: String) async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let answers = try await RawConnection.with(port: service.pagePort) { talk in
                let head = "GET /health HTTP/1.1\r\nHost: localhost\r\n"
                try await talk.send(head + "\r\n" + head + fields + "\r\n")
                return try await talk.read()
            }
            let each = answers.components(separatedBy: "HTTP/1.1 200 ").dropFirst()
            #expect(each.map { $0.lowercased().contains("\r\nconnection: close\r\n") } == [false, true], "\(answers)")
        }
    }

    @Test("of requests that were sent together the last alone is told that the connection ends, since all are answered")
    func gracefulStopOfSeveral() async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            let host = "HTTP/1.1\r\nHost: localhost\r\n"
            let answers = try await RawConnection.with(port: service.pagePort) { talk in
                let waiting = "GET /v1/sessions/\(session)?wait=60 \(host)Authorization: Bearer \(ServiceWorld.backendKey)\r\n\r\n"
                try await talk.send(waiting + "GET /health \(host)\r\n")
                try await eventually("the first waits") { world.application.watch.count == 1 }
                await service.stop()
                return try await talk.read().lowercased().components(separatedBy: "http/1.1 200 ")
            }
            #expect(answers.count == 3, "\(answers)")
            #expect(answers.map { $0.contains("connection: close") } == [false, false, true])
        }
    }

    @Test(
        "a body where none belongs ends the connection beyond a small size, on every route, its length told or not", .timeLimit(.minutes(4)),
        arguments: [
            "GET /health", "GET /v1/sessions/AAAAAAAAAAAAAAAAAAAAAA", "GET /nothing", "DELETE /v1/sessions/AAAAAAAAAAAAAAAAAAAAAA", "POST /nothing",
            "POST /ask/sessions/AAAAAAAAAAAAAAAAAAAAAA/request", "POST /ask/sessions/AAAAAAAAAAAAAAAAAAAAAA/request?step=/response",
        ], [false, true])
    func unwantedBody(_ line: String, isChunked: Bool) async throws {
        let world = try await Self.world(
            ["VERIFIER_PAGE_PATH": "/ask", "VERIFIER_LIMITS_IDLE_SECONDS": "3600", "VERIFIER_LIMITS_BODY_SECONDS": "300"])
        try await LiveService.with(world) { service in
            // Less than is told, and less than a post with an answer may have: who only throws away what comes would wait for the rest.
            let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(1 << 20)"
            let bytes = String(repeating: "x", count: 1 << 16)
            let part = ByteBuffer(string: isChunked ? "10000\r\n\(bytes)\r\n" : bytes)
            do {
                try await RawConnection.with(port: service.pagePort) { talk in
                    try await talk.send("\(line) HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n")
                    for _ in 0..<8 { try await talk.send(part) }
                    _ = try await talk.read()
                }
            } catch {
                // Cut off while sending or while reading: both are the end that is wanted.
            }
            let health = try await service.http.send(.get, "/health")
            #expect(health.status == 200)
        }
    }

    @Test("a small body where none is wanted does no harm, and a larger one to the hand-out is refused")
    func smallBody() async throws {
        let world = try await Self.world()
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            #expect(try await service.http.page("request", of: session, Data("{}".utf8)).status == 200)
            let refused = try await service.http.page("request", of: session, Data(repeating: 0x20, count: 5000))
            #expect(refused.status == 413)
            #expect(try refused.text("code") == "request.tooLarge")
            let health = try await service.http.exchange(.get, "/health", [:], Data(repeating: 0x20, count: 5000))
            #expect(health.status == 200)
        }
    }

    @Test("connections beyond the limit are served once one of the others has ended", .timeLimit(.minutes(5)))
    func connections() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONNECTIONS": "16"])
        let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await LiveService.with(world) { service in
            let port = service.pagePort
            let (gates, gate) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (ready, isReady) = AsyncStream<Void>.makeStream()
                for number in 0..<16 {
                    group.addTask {
                        try await RawConnection.with(port: port) { talk in
                            try await talk.send(health)
                            _ = try await talk.read(until: "}")
                            isReady.yield()
                            if number == 0 { for await _ in gates { break } } else { _ = try await talk.read() }
                        }
                    }
                }
                var readies = ready.makeAsyncIterator()
                for _ in 0..<16 { await readies.next() }
                try await RawConnection.with(port: port) { talk in
                    try await talk.send(health)
                    try await Task.sleep(for: .milliseconds(300))
                    #expect(world.log.count(of: "/health") == 16, "nobody has taken it yet")
                    gate.finish()
                    #expect(try await talk.read(until: "}").hasPrefix("HTTP/1.1 200 "))
                }
                group.cancelAll()
                while let _ = try? await group.next() {}
            }
        }
    }

    @Test("clients that take nothing of their answers lose their connections, which others then have", .timeLimit(.minutes(5)))
    func unreadAnswers() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_CONNECTIONS": "16", "VERIFIER_LIMITS_IDLE_SECONDS": "5"])
        try await LiveService.with(world) { service in
            let port = service.pagePort
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (begun, hasBegun) = AsyncStream<Void>.makeStream()
                for _ in 0..<16 {
                    group.addTask {
                        try await RawConnection.with(port: port) { talk in
                            try await talk.send(Self.askings(300))
                            hasBegun.yield()
                            try await Task.sleep(for: .seconds(3600))
                        }
                    }
                }
                var all = begun.makeAsyncIterator()
                for _ in 0..<16 { await all.next() }
                let health = try await service.http.send(.get, "/health")
                #expect(health.status == 200)
                group.cancelAll()
                while let _ = try? await group.next() {}
            }
        }
    }

    @Test("a client that takes its answers with pauses gets them all, however long that lasts", .timeLimit(.minutes(5)))
    func readWithPauses() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_IDLE_SECONDS": "5"])
        try await LiveService.with(world) { service in
            // In all it pauses for longer than a connection may be idle.
            let received = try await PausingReader.taken(of: Self.askings(800), port: service.pagePort)
            #expect(received > 800 * OpenAPIDocument.bytes().count)
        }
    }

    @Test("a call that waits for longer than a connection may be idle keeps its connection, since nothing is to be written")
    func longWait() async throws {
        let world = try await Self.world(["VERIFIER_LIMITS_IDLE_SECONDS": "5"])
        try await LiveService.with(world) { service in
            let session = try await service.http.start()
            let waited = try await service.http.backend(.get, "/v1/sessions/\(session)?wait=11")
            #expect(try waited.text("status") == "created")
        }
    }

    @Test("a method that a path does not take is answered with 405 and those it takes; a path that is none with 404")
    func methods() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .init("BREW")!]
            for (template, item) in try DescribedAnswers.paths() {
                let path = template.replacing("{id}", with: "AAAAAAAAAAAAAAAAAAAAAA").replacing("{file}", with: "verify-identity.js")
                let described = item.keys.filter { $0 != "parameters" }.map { $0.uppercased() }
                let taken = (described + (DescribedAnswers.isOpen(item) ? ["HEAD"] : [])).sorted()
                for method in known where !taken.contains(method.rawValue) {
                    let refused = try await client.send(method, path)
                    #expect(refused.status == 405, "\(method) \(path)")
                    #expect(refused.headers[.allow] == taken.joined(separator: ", "))
                    #expect(try method == .head ? refused.body.isEmpty : refused.text("code") == "route.method")
                    #expect(refused.headers[.contentType] == "application/problem+json")
                }
            }
            for path in ["/", "/v1", "/v1/session", "/v1/sessions/a/b/c", "/verification/kit"] {
                let unknown = try await client.send(.put, path)
                #expect(unknown.status == 404)
                #expect(try unknown.text("code") == "route.unknown")
            }
        }
    }
}
