import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MobileDocument
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization
import Testing
import VectorSupport
import VerificationSessions

@testable import VerifierService

@Suite("Webhooks")
struct WebhookTests {
    /// Replies to notices with the statuses it is told; to the first ones not before it is released.
    private final class Receiver: Sendable {
        struct Notice: Sendable {
            let headers: HTTPFields
            let body: Data
        }

        let notices = Mutex<[Notice]>([])
        let replies = Mutex(0)
        private let statuses: Mutex<[HTTPResponse.Status]>
        private let holding: Int
        private let isReleased = Mutex(false)

        init(_ statuses: [HTTPResponse.Status] = [], holding: Int = 0) {
            self.statuses = Mutex(statuses)
            self.holding = holding
        }

        func take(_ notice: Notice) async throws -> HTTPResponse.Status {
            let number = notices.withLock { notices in
                notices.append(notice)
                return notices.count
            }
            while number <= holding, !isReleased.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
            replies.withLock { $0 += 1 }
            return statuses.withLock { $0.isEmpty ? .ok : $0.removeFirst() }
        }

        func release() { isReleased.withLock { $0 = true } }
    }

    private static let secret = [UInt8](repeating: 9, count: 32)

    /// Runs a test while a receiver listens, at the address that the test is given.
    private static func with(_ receiver: Receiver, _ test: (String) async throws -> Void) async throws {
        let router = Router()
        router.post("hook") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let status = try await receiver.take(.init(headers: request.headers, body: Data(body.readableBytesView)))
            return Response(status: status, headers: status.kind == .redirection ? [.location: "/hook"] : [:])
        }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let server = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: Logger(label: "hook", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            var iterator = ports.makeAsyncIterator()
            let address = try #require(await iterator.next())
            try await test("http://127.0.0.1:\(address)/hook")
            group.cancelAll()
            while let _ = try? await group.next() {}
        }
    }

    /// A service that sends notices to an address, and what sends them.
    private static func world(_ url: String, _ extra: [String: String] = [:]) async throws -> (ServiceWorld, WebhookService) {
        let environment = ["VERIFIER_PRODUCTION": "false", "VERIFIER_WEBHOOK_URL": url, "VERIFIER_WEBHOOK_SECRET": Data(secret).base64EncodedString()]
        let world = try await ServiceWorld(extra: environment.merging(extra) { $1 })
        let sender = try #require(world.application.background.lazy.compactMap { $0 as? WebhookService }.first)
        return (world, sender)
    }

    /// Has as many sessions come to an end, each with its notice.
    @discardableResult
    private static func expire(_ count: Int, in world: ServiceWorld) async throws -> [SessionRecord] {
        let policy = try world.configuration.policies.policy(named: "rental")
        var records: [SessionRecord] = []
        for number in 0..<count { records.append(try await world.application.flow.start(policy, reference: "order-of-\(number)")) }
        world.clock.advance(bySeconds: 601)
        _ = try await world.application.flow.sweep(limit: count)
        return records
    }

    @Test("a settled session is told to the configured address, signed, without personal data, and again after a failure")
    func delivered() async throws {
        let receiver = Receiver([.internalServerError])
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            try await world.run { client in
                let session = try await client.start()
                let handedOut = try await client.page("request", of: session)
                try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)

                await sender.deliverDue()
                #expect(receiver.notices.withLock(\.count) == 1)
                // Not due again before the pause has passed.
                await sender.deliverDue()
                #expect(receiver.notices.withLock(\.count) == 1)
                world.clock.advance(bySeconds: 3)
                await sender.deliverDue()
                await sender.deliverDue()

                let notices = receiver.notices.withLock { $0 }
                #expect(notices.count == 2)
                #expect(notices[0].body == notices[1].body)
                let notice = notices[1]
                let id = try #require(notice.headers[HTTPField.Name("webhook-id")!])
                let timestamp = try #require(notice.headers[HTTPField.Name("webhook-timestamp")!].flatMap(Int64.init))
                let signature = try #require(notice.headers[HTTPField.Name("webhook-signature")!])
                let signer = try #require(WebhookSigner(secret: Self.secret))
                let body = Array(notice.body)
                #expect(signer.isValid(signature: signature, id: id, timestamp: timestamp, body: body, at: timestamp))
                #expect(!signer.isValid(signature: signature, id: id, timestamp: timestamp, body: body + [32], at: timestamp))
                #expect(!signer.isValid(signature: signature, id: id, timestamp: timestamp, body: body, at: timestamp + 301))
                let content = try #require(JSONSerialization.jsonObject(with: notice.body) as? [String: String])
                #expect(content["session"] == session && content["status"] == "verified" && content["reference"] == "order-1")
                #expect(SampleValues.canaries.allSatisfy { !String(decoding: notice.body, as: UTF8.self).contains($0) })
            }
        }
    }

    @Test("a receiver that is slow with one notice gets all others meanwhile, more than are on their way at once, and each once")
    func slowReceiver() async throws {
        let receiver = Receiver(holding: 1)
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            let count = 2 * WebhookService.senders + 1
            try await Self.expire(count, in: world)
            let round = Task { await sender.deliverDue() }
            try await eventually("all others have arrived") { receiver.replies.withLock { $0 } == count - 1 }
            receiver.release()
            await round.value
            let names = receiver.notices.withLock { $0 }.compactMap { $0.headers[HTTPField.Name("webhook-id")!] }
            #expect(names.count == count)
            #expect(Set(names).count == count)
        }
    }

    @Test("a notice that is on its way when the service is told to end has lost no attempt, not even its last, and is sent after the restart")
    func brokenOff() async throws {
        let receiver = Receiver(holding: 1)
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url, ["VERIFIER_WEBHOOK_ATTEMPTS": "1"])
            try await Self.expire(1, in: world)
            let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [sender], logger: world.log.logger))
            let running = Task { try await group.run() }
            try await eventually("it is on its way") { receiver.notices.withLock(\.count) == 1 }
            await group.triggerGracefulShutdown()
            try await running.value
            receiver.release()
            #expect(world.log.count(of: "a webhook") == 0)
            await sender.deliverDue()
            #expect(receiver.notices.withLock(\.count) == 2)
        }
    }

    @Test("once a clock that was a day fast, or in the year 2100, is set right, a notice that did not arrive is sent again", arguments: [86_400, 2_320_000_000] as [Int64])
    func fastClock(_ ahead: Int64) async throws {
        let receiver = Receiver([.badRequest])
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            try await Self.expire(1, in: world)
            world.clock.advance(bySeconds: ahead)
            await sender.deliverDue()
            world.clock.advance(bySeconds: -ahead)
            for _ in 1...2 {
                await sender.deliverDue()
                #expect(receiver.notices.withLock(\.count) == 2)
            }
        }
    }

    @Test("a notice that was not taken as often as is configured is given up")
    func givenUp() async throws {
        let receiver = Receiver([.serviceUnavailable, .serviceUnavailable])
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url, ["VERIFIER_WEBHOOK_ATTEMPTS": "2"])
            try await Self.expire(1, in: world)
            for sent in [1, 2, 2] {
                await sender.deliverDue()
                #expect(receiver.notices.withLock(\.count) == sent)
                world.clock.advance(bySeconds: 86_400)
            }
            #expect(world.log.count(of: "a webhook was given up") == 1)
        }
    }

    @Test("notices that nobody delivers go once their sessions are gone and all attempts would be over, and the log says how many")
    func abandoned() async throws {
        let receiver = Receiver()
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            let sweeper = try #require(world.sweeper)
            try await Self.expire(2, in: world)
            world.clock.advance(bySeconds: QueuedWebhook.longestLife)
            try await sweeper.sweep()
            world.clock.advance(bySeconds: QueuedWebhook.lastChance)
            try await sweeper.sweep()
            #expect(world.log.count(of: "webhooks were given up") == 0)
            world.clock.advance(bySeconds: 1)
            try await sweeper.sweep()
            #expect(world.log.text.split(separator: "\n").contains { $0.contains("webhooks were given up") && $0.contains(": 2") })
            await sender.deliverDue()
            #expect(receiver.notices.withLock(\.count) == 0)
        }
    }

    @Test("after a time in which no instance ran, however long, the notices of a crowd of sessions that go at once can still be delivered")
    func crowd() async throws {
        let receiver = Receiver()
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            let sweeper = try #require(world.sweeper)
            let records = try await Self.expire(5, in: world)
            world.clock.advance(bySeconds: 2 * QueuedWebhook.longestLife)
            try await sweeper.sweep(limit: 2)
            for record in records { #expect(try await world.store.session(record.id) == nil) }
            await sender.deliverDue()
            #expect(receiver.notices.withLock(\.count) == 5)
            #expect(world.log.count(of: "webhooks were given up") == 0)
        }
    }

    @Test("why a notice did not arrive is in the log, under its session's correlation id and with nothing else of it")
    func reason() async throws {
        let receiver = Receiver([.badGateway])
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            let records = try await Self.expire(1, in: world)
            let record = try #require(records.first)
            await sender.deliverDue()
            let lines = world.log.text.split(separator: "\n").filter { $0.contains("a webhook did not arrive") }
            let line = try #require(lines.first)
            #expect(lines.count == 1)
            #expect(line.hasPrefix("warning ") && line.contains("status 502") && line.contains(record.correlation))
            for told in [record.id.rawValue, "order-of-0", "/hook", "127.0.0.1"] { #expect(!line.contains(told)) }
        }
    }

    @Test("why a receiver could not be reached is told by the cause, and by nothing of its address")
    func unreachable() async throws {
        // Of the privileged ports nobody listens at the first.
        let (world, sender) = try await Self.world("http://127.0.0.1:1/hook")
        try await Self.expire(1, in: world)
        await sender.deliverDue()
        let line = try #require(world.log.text.split(separator: "\n").first { $0.contains("a webhook did not arrive") })
        #expect(line.contains("connection refused") && !line.contains("127.0.0.1"), "\(line)")
        #expect(WebhookService.reason(IOError(errnoCode: ECONNREFUSED, reason: "connect to hooks.example")) == "connection refused")
        #expect(WebhookService.reason(NIOSSLError.unableToValidateCertificate).contains("certificate has to be trusted"))
        #expect(WebhookService.reason(HTTPClientError.connectTimeout) == HTTPClientError.connectTimeout.shortDescription)
    }

    @Test("a receiver that points elsewhere is not followed: the notice did not arrive")
    func redirected() async throws {
        let receiver = Receiver([.temporaryRedirect])
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            try await Self.expire(1, in: world)
            await sender.deliverDue()
            #expect(receiver.notices.withLock(\.count) == 1)
            #expect(world.log.text.contains("status 307"))
        }
    }

    @Test("every notice that is sent, with its headers, is as the document describes it")
    func described() async throws {
        let receiver = Receiver()
        try await Self.with(receiver) { url in
            let (world, sender) = try await Self.world(url)
            try await world.run { client in
                let (verified, refused) = (try await client.start(), try await client.start(#"{"policy":"over-21"}"#))
                let (good, bad) = (try await client.page("request", of: verified), try await client.page("request", of: refused))
                try await client.page("response", of: refused, world.answer(good.body), cookie: bad.cookie)
                try await client.page("response", of: verified, world.answer(good.body), cookie: good.cookie)
            }
            try await Self.expire(1, in: world)
            await sender.deliverDue()
            let notices = receiver.notices.withLock { $0 }
            for notice in notices { #expect(try DescribedNotice.faults(of: notice.headers, notice.body).isEmpty) }
            let contents = try notices.map { try JSONSerialization.jsonObject(with: $0.body) as? [String: String] }
            #expect(contents.compactMap { $0?["status"] }.sorted() == ["expired", "refused", "verified"])
            #expect(contents.allSatisfy { ($0?["refusal"] != nil) == ($0?["status"] == "refused") })
            let notice = try #require(notices.first)
            // A member that is described nowhere, and a value that is.
            for (word, other) in [("\"session\"", "\"meeting\""), ("verification.settled", "verification.other")] {
                let altered = Data(String(decoding: notice.body, as: UTF8.self).replacing(word, with: other).utf8)
                let faults = try DescribedNotice.faults(of: notice.headers, altered)
                #expect(!faults.isEmpty, "\(other) is described nowhere")
            }
        }
    }

    @Test(
        "the guide's lines by which a receiver checks a notice take a genuine and fresh one, and no other",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no Python"))
    func guide() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/verifier-service.md"), encoding: .utf8)
        let parts = page.components(separatedBy: "```python\n")
        let lines = try #require(parts.last?.components(separatedBy: "```").first)
        #expect(parts.count == 2)

        let (now, body) = (Int64(Date().timeIntervalSince1970), #"{"status":"verified"}"#)
        let signer = try #require(WebhookSigner(secret: Self.secret))
        func call(_ secret: [UInt8], _ timestamp: Int64, _ signed: Int64, _ sent: String, before: String = "") -> String {
            let signature = before + signer.signature(id: "msg_1", timestamp: signed, body: Array(body.utf8))
            return """
                print(is_genuine('\(Base64URL.encode(secret))', {'webhook-id': 'msg_1', 'webhook-timestamp': '\(timestamp)',
                    'webhook-signature': '\(signature)'}, b'\(sent)'))

                """
        }
        let calls = [
            call(Self.secret, now, now, body), call(Self.secret, now, now, body, before: "v1,AAAA "), call([UInt8](repeating: 8, count: 32), now, now, body),
            call(Self.secret, now, now, body + " "), call(Self.secret, now + 1, now, body), call(Self.secret, now - 400, now - 400, body),
        ]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", lines + "\n" + calls.joined()]
        let output = Pipe()
        process.standardOutput = output
        try process.runBounded()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(told.split(separator: "\n").map(String.init) == ["True", "True", "False", "False", "False", "False"])
    }
}
