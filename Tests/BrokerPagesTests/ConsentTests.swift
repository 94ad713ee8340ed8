import BrokerDoubles
import BrokerPages
import Foundation
import Testing
import UserVerification
import WalletBroker

@Suite("A request's windows", .timeLimit(.minutes(5)))
struct ConsentTests {
    /// Goes with a request up to the verification.
    private static func agreed(_ served: ServedPages) async throws -> (relay: String, window: String) {
        try await served.verifier.enrol(pin: ServedPages.pin, phrase: "blue heron", at: .now)
        let (relay, door) = try await served.begin()
        let window = try await served.open(door)
        _ = try await served.post(window + "/select", body: "provider=wallet")
        let sheet = try ServedPages.sheetPath(try await served.stage(window, with: "<iframe").text)
        #expect(try await served.post(sheet, body: "action=accept").status == 200)
        return (relay, window)
    }

    @Test("A request goes from the relay through selection, sheet and PIN to the answer; the raw request is pulled after that, and not before")
    func walk() async throws {
        try await ServedPages.run { served in
            let (relay, window) = try await Self.agreed(served)
            #expect(try await served.stage(window, with: "blue heron").text.contains("PIN"))
            // Nothing was pulled yet, and nothing is taken that was not asked for.
            #expect(try await served.post(relay + "/next").status == 204)
            #expect(try await served.post(relay + "/release", body: "{}").status == 409)
            #expect(try await served.post(window + "/pin", body: "pin=274952").text.contains("9"))
            #expect(try await served.post(relay + "/next").status == 204)
            #expect(try await served.post(window + "/pin", body: "pin=\(ServedPages.pin)").status == 204)

            let pull = try await served.event(relay, after: 0)
            #expect(pull.headers["Wallet-Event"] == ["pull"])
            #expect(try await served.post(relay + "/release", body: #"{"deviceRequest":"AA"}"#).status == 204)
            #expect(try await served.post(relay + "/release", body: #"{"deviceRequest":"AA"}"#).status == 409)
            let answer = try await served.event(relay, after: 1)
            #expect(answer.headers["Wallet-Event"] == ["answer"])
            #expect(answer.bytes == SessionDouble.response)
            // It has arrived when the page says so, not when it was sent.
            #expect(await !served.desk.events.contains("delivered"))
            #expect(try await served.post(relay + "/close?seen=2").status == 204)
            _ = try await served.stage(window, with: "data-ended")
            #expect(
                await served.desk.events == [
                    #"begin https://shop.example {"deviceRequest":"AA"}"#, "select wallet", "act accept ", "confirm pin", "released same", "delivered",
                ])
        }
    }

    @Test("A button of a sheet works once, and only while its sheet is shown")
    func sheetOnce() async throws {
        try await ServedPages.run { served in
            let window = try await served.open(try await served.begin().door)
            _ = try await served.post(window + "/select", body: "provider=wallet")
            let first = try ServedPages.sheetPath(try await served.stage(window, with: "<iframe").text)
            // The frame has no origin; the window's own script and other sites cannot use its buttons.
            #expect(try await served.post(first, headers: ["Origin": served.origin.text], body: "action=accept").status == 403)
            _ = try await served.post(first, body: "action=details&age=yes")
            _ = try await served.post(first, body: "action=cancel")
            var second = first
            while second == first {
                second = try ServedPages.sheetPath(try await served.stage(window, with: "<iframe").text)
            }
            #expect(try await served.get(first).status == 404)
            #expect(try await served.get(second).text.contains("Details"))
            #expect(await served.desk.events.filter { $0.hasPrefix("act") } == ["act details age=yes"])
        }
    }

    @Test("A request that fails looks to the website like one that the person declined; the person sees the reason")
    func failed() async throws {
        try await ServedPages.run { served in
            var events: [ServedPages.Reply] = []
            for code in [nil, "provider.deadline", "mismatch.addedElement"] as [String?] {
                let (relay, door) = try await served.begin()
                let window = try await served.open(door)
                if let code {
                    for session in await served.desk.sessions.values { await session.fail(code) }
                } else {
                    _ = try await served.post(window + "/decline")
                }
                events.append(try await served.event(relay, after: 0))
                let ended = try await served.stage(window, with: "data-ended")
                if let code { #expect(ended.text.contains(code)) }
            }
            #expect(Set(events.map(\.status)) == [200])
            #expect(Set(events.map { $0.headers["Wallet-Event"] }) == [["declined"]])
            #expect(events.allSatisfy { $0.bytes.isEmpty && $0.headers["Wallet-Code"].isEmpty })
        }
    }

    @Test("A person who declines, or whose window goes away, has declined; the website learns just that")
    func decline() async throws {
        try await ServedPages.run { served in
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            #expect(try await served.post(window + "/decline").status == 204)
            #expect(try await served.event(relay, after: 0).headers["Wallet-Event"] == ["declined"])
            _ = try await served.stage(window, with: "data-ended")
        }
        try await ServedPages.run(limits: PagesLimits(poll: .seconds(100), grace: .milliseconds(20))) { served in
            // Its window is opened and then asks for nothing any more, while the relay asks once, and patiently: again it might come late.
            let (relay, door) = try await served.begin()
            async let event = served.event(relay, after: 0)
            _ = try await served.open(door)
            #expect(try await event.headers["Wallet-Event"] == ["declined"])
        }
    }

    @Test("A relay page that is closed, or stays away, takes its request back")
    func withdraw() async throws {
        try await ServedPages.run { served in
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            _ = try await served.post(relay + "/close?seen=0")
            _ = try await served.stage(window, with: "data-ended")
            #expect(await served.desk.events.last == "withdraw")
        }
        try await ServedPages.run(limits: PagesLimits(poll: .milliseconds(20), grace: .milliseconds(20))) { served in
            let (relay, _) = try await served.begin()
            #expect(try await served.post(relay + "/next?seen=0").status == 204)
            while await served.desk.events.last != "withdraw" { await Task.yield() }
        }
    }

    @Test("A relay that goes away between consent and pull gets no answer, and nothing counts as delivered")
    func goneBeforePull() async throws {
        try await ServedPages.run { served in
            let (relay, window) = try await Self.agreed(served)
            _ = try await served.stage(window, with: "blue heron")
            _ = try await served.post(window + "/pin", body: "pin=\(ServedPages.pin)")
            _ = try await served.event(relay, after: 0)
            _ = try await served.post(relay + "/close?seen=0")
            _ = try await served.stage(window, with: "data-ended")
            #expect(await !served.desk.events.contains { $0.hasPrefix("released") || $0 == "delivered" })
        }
    }

    @Test("An answer has arrived when its page has seen it, and the relay is gone after that; a number that no page was told says nothing")
    func seen() async throws {
        try await ServedPages.run { served in
            let (relay, window) = try await Self.agreed(served)
            _ = try await served.stage(window, with: "blue heron")
            _ = try await served.post(window + "/pin", body: "pin=\(ServedPages.pin)")
            _ = try await served.event(relay, after: 0)
            _ = try await served.post(relay + "/release", body: "{}")
            let answer = try await served.event(relay, after: 1)
            #expect(answer.headers["Wallet-Event"] == ["answer"] && answer.headers["Wallet-Stage"] == ["2"])
            #expect(try await served.post("\(relay)/next?seen=\(Int.max)").status == 204)
            #expect(await !served.desk.events.contains("delivered"))
            #expect(try await served.post(relay + "/next?seen=0").bytes == SessionDouble.response)
            #expect(try await served.post(relay + "/next?seen=2").status == 410)
            _ = try await served.stage(window, with: "data-ended")
            #expect(await served.desk.events.last == "delivered")
            let again = try await served.post(relay + "/next?seen=0")
            #expect(again.status == 410 && again.bytes.isEmpty)
        }
    }

    @Test("A page whose request is over is told what it has not seen of it, and then that nothing comes any more, so that it does not ask on")
    func nothingMore() async throws {
        // So patient that nobody is told by the end of the patience.
        try await ServedPages.run(limits: PagesLimits(poll: .seconds(20), grace: .seconds(3600))) { served in
            let (declined, door) = try await served.begin()
            _ = try await served.post(try await served.open(door) + "/decline")
            for _ in 0..<2 { #expect(try await served.event(declined, after: 0).headers["Wallet-Event"] == ["declined"]) }
            let closed = try await served.begin().relay
            _ = try await served.post(closed + "/close?seen=0")
            await served.desk.set(refusal: PresentmentRefusal(kind: .notAllowed, code: "request.readerSignature"))
            let refused = try await served.relay()
            _ = try await served.post(refused + "/request", headers: ["Wallet-Origin": "https://shop.example"], body: "{}")
            for (relay, seen) in [(declined, 1), (closed, 0), (refused, 0)] {
                #expect(try await served.post("\(relay)/next?seen=\(seen)").status == 410)
            }
        }
        // It was away for too long, and comes back.
        try await ServedPages.run(limits: PagesLimits(poll: .milliseconds(20), grace: .milliseconds(20))) { served in
            let (relay, _) = try await served.begin()
            #expect(try await served.post(relay + "/next?seen=0").status == 204)
            while await served.desk.events.last != "withdraw" { await Task.yield() }
            #expect(try await served.post(relay + "/next?seen=0").status == 410)
        }
    }

    @Test("A page that the website opens takes no place of a request that is open; where all places are in use it says so")
    func places() async throws {
        try await ServedPages.run { served in
            let first = try await served.begin()
            for _ in 0..<100 { #expect(try await served.get("/").status == 200) }
            #expect(try await served.post(first.relay + "/next").status == 204)
            var others: [String] = []
            while try await served.get("/").status == 200, others.count < 100 { others.append(try await served.begin().relay) }
            let refused = try await served.get("/")
            #expect(refused.status == 503 && refused.text.contains("Too many wallet windows") && !refused.text.contains("data-secret"))
            for relay in [first.relay] + others { #expect(try await served.post(relay + "/next").status == 204) }
            // Whose request is over gives way again.
            _ = try await served.post(first.relay + "/close")
            #expect(try await served.get("/").status == 200)
            #expect(try await served.post(first.relay + "/next").status == 404)
        }
    }

    @Test("A relay brings one request, for a page of the web; why one is refused stays with the person")
    func relayOnce() async throws {
        try await ServedPages.run { served in
            let (relay, _) = try await served.begin()
            let again = try await served.post(relay + "/request", headers: ["Wallet-Origin": "https://shop.example"], body: "{}")
            #expect((again.status, again.headers["Wallet-Code"]) == (422, ["relay.used"]))
            for origin in ["null", "file://", "about:blank", "", nil] {
                let reply = try await served.post(try await served.relay() + "/request", headers: ["Wallet-Origin": origin], body: "{}")
                #expect(reply.status == 400, "\(origin ?? "none")")
            }
            // The page tells the website of another request that is open, and of no other reason.
            for (kind, code, status) in [
                (.notAllowed, "request.readerSignature", 422), (.malformed, "request.data", 422), (.inProgress, "consent.inProgress", 409),
            ] as [(PresentmentRefusal.Kind, String, UInt)] {
                await served.desk.set(refusal: PresentmentRefusal(kind: kind, code: code))
                let refused = try await served.post(
                    try await served.relay() + "/request", headers: ["Wallet-Origin": "https://shop.example"], body: "{}")
                #expect((refused.status, refused.headers["Wallet-Code"]) == (status, [code]))
                #expect(refused.headers["Wallet-Window"] == [])
            }
        }
    }

    @Test("Nobody is verified while nothing waits for it, and a first PIN can be chosen on the way; a second one cannot")
    func enrolOnTheWay() async throws {
        try await ServedPages.run { served in
            let (_, door) = try await served.begin()
            let window = try await served.open(door)
            #expect(try await served.post(window + "/pin", body: "pin=274951").status == 204)
            #expect(try await served.post(window + "/enrol-pin", body: "pin=274951&repeat=274951&phrase=x").status == 409)
            _ = try await served.post(window + "/select", body: "provider=wallet")
            let sheet = try ServedPages.sheetPath(try await served.stage(window, with: "<iframe").text)
            _ = try await served.post(sheet, body: "action=accept")
            _ = try await served.stage(window, with: "new-pin")
            #expect(try await served.post(window + "/enrol-pin", body: "pin=274951&repeat=274952&phrase=x").text.contains("not the same"))
            #expect(try await served.verifier.enrolment() == nil)
            let asked = try await served.post(window + "/enrol-pin", body: "pin=274951&repeat=274951&phrase=blue%20heron")
            #expect(asked.text.contains("blue heron"))
            #expect(try await served.post(window + "/enrol-pin", body: "pin=905713&repeat=905713&phrase=x").status == 409)
        }
    }

    @Test("The provider learns the language of the window in which it was selected, whatever that of the page which brought the request", arguments: ["ja", "pt"])
    func language(_ language: String) async throws {
        try await ServedPages.run { served in
            let window = try await served.open(try await served.begin().door + "?lang=\(language)")
            _ = try await served.post(window + "/select", body: "provider=wallet")
            _ = try await served.stage(window, with: "<iframe")
            for session in await served.desk.sessions.values { #expect(await session.language == language) }
        }
    }

    @Test("What others wrote is text in a page, never a part of it")
    func escaping() async throws {
        try await ServedPages.run { served in
            let evil = #"<script>alert(1)</script>"onerror=""#
            await served.desk.set(brand: .init(name: evil, icon: Array(evil.utf8), authority: evil), reporter: .program(evil))
            let page = try await served.get(try await served.begin().door).text
            #expect(page.contains("&lt;script&gt;alert(1)"))
            #expect(!page.contains("<script>"))
            // Nothing is a picture that is no PNG.
            #expect(!page.contains("data:image"))
        }
    }

    @Test("What cannot be seen in a program's path, or turns the text around it, stands there by its number")
    func path() async throws {
        try await ServedPages.run { served in
            await served.desk.set(reporter: .program("/opt/a\u{202E}b\u{200B}c\nd\u{3164}e\\f\u{E9}"))
            let page = try await served.get(try await served.begin().door).text
            #expect(page.contains(#"/opt/a\u{202e}b\u{200b}c\u{a}d\u{3164}e\u{5c}f\#u{E9}"#))
            for scalar in "\u{202E}\u{200B}\u{3164}".unicodeScalars { #expect(!page.unicodeScalars.contains(scalar)) }
        }
    }
}
