import BrokerDoubles
import Foundation
import Logging
import Testing
import UserVerification
import WalletBroker

@testable import BrokerPages

@Suite("Windows of requests that go to another device, or come from one", .timeLimit(.minutes(5)))
struct OtherDeviceWindowTests {
    // MARK: Here

    @Test("The selector offers another device; its code is drawn, and every step to the answer is shown")
    func walk() async throws {
        try await ServedPages.run { served in
            await served.desk.set(devices: [.scanning])
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            let selector = try await served.stage(window, with: "Which app").text
            #expect(selector.contains("Wallet") && selector.contains(Wording.english.useDevice))
            #expect(try await served.post(window + "/use", body: "device=scanning").status == 204)
            let scanning = try await served.stage(window, with: "<svg class=\"qr\"").text
            #expect(scanning.contains(SessionDouble.code) && scanning.contains(Wording.english.scanTitle))
            let session = try #require(await served.desk.sessions.values.first)
            await session.reach("joining")
            _ = try await served.stage(window, with: Wording.english.deviceJoining)
            await session.reach("deciding")
            _ = try await served.stage(window, with: Wording.english.decideThereText)
            async let answered: Void = session.reach("answered")
            #expect(try await served.event(relay, after: 0).headers["Wallet-Event"] == ["pull"])
            _ = try await served.post(relay + "/release", body: #"{"deviceRequest":"AA"}"#)
            #expect(try await served.event(relay, after: 1).bytes == SessionDouble.response)
            _ = try await served.post(relay + "/close?seen=2")
            await answered
            #expect(try await served.stage(window, with: "data-ended").text.contains(Wording.english.otherDevice))
        }
    }

    @Test("A linked device is offered by its name, and called by it: continue there, or cancel here")
    func linked() async throws {
        try await ServedPages.run { served in
            await served.desk.set(devices: [DeviceChoice(identifier: "0123", displayName: "Kelly’s <phone>"), .scanning])
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            let selector = try await served.stage(window, with: "Which app").text
            #expect(selector.contains("Kelly’s &lt;phone&gt;") && selector.contains(Wording.english.useDevice))
            _ = try await served.post(window + "/use", body: "device=0123")
            let calling = try await served.stage(window, with: Wording.english.deviceCallingText).text
            #expect(calling.contains("Continue on Kelly’s &lt;phone&gt;") && !calling.contains("<svg class=\"qr\""))
            let session = try #require(await served.desk.sessions.values.first)
            await session.reach("deciding")
            #expect(try await served.stage(window, with: Wording.english.decideThereText).text.contains("Continue on Kelly’s &lt;phone&gt;"))
            _ = try await served.post(window + "/decline")
            #expect(try await served.event(relay, after: 0).headers["Wallet-Event"] == ["declined"])
        }
    }

    @Test("A device that is not offered is not used, and cancelling declines while the code is shown")
    func cancelled() async throws {
        try await ServedPages.run { served in
            await served.desk.set(devices: [.scanning], hasNoApps: true)
            let (relay, door) = try await served.begin()
            let window = try await served.open(door)
            #expect(try await served.stage(window, with: "Which app").text.contains(Wording.english.selectNoneHere))
            _ = try await served.post(window + "/use", body: "device=other")
            _ = try await served.post(window + "/use")
            #expect(await !served.desk.events.contains { $0.hasPrefix("use") })
            _ = try await served.post(window + "/use", body: "device=scanning")
            _ = try await served.stage(window, with: "<svg class=\"qr\"")
            _ = try await served.post(window + "/decline")
            #expect(try await served.event(relay, after: 0).headers["Wallet-Event"] == ["declined"])
        }
    }

    @Test("Why there was no answer is said in words of each language, and with its code", arguments: Language.allCases)
    func reasons(_ language: Language) throws {
        let (templates, words) = (try Templates(), Wording.of(language))
        let codes = ["hybrid.full", "hybrid.late", "hybrid.tunnel", "hybrid.closed", "hybrid.refused", "device.ended", "agent.tooLong", "hybrid.too-long"]
        let sentences = codes.map { code in
            let text = templates.text(EndedContent(.failed(code: code), app: nil, host: "shop.example", in: words))
            #expect(text.contains(code))
            return words.sentence(forDevice: code)
        }
        #expect(!sentences.contains(nil) && Set(sentences).count == 7)
        #expect(words.sentence(forDevice: "provider.ended") == nil)
    }

    @Test("The drawing of a code has its dark squares, and a margin of four light ones")
    func drawing() throws {
        let content = try #require(ScanningContent(SessionDouble.code, in: .english))
        #expect(content.squares.hasPrefix("M4 4h1v1h-1z") && !content.squares.contains("M3 ") && !content.squares.contains("M\(content.side - 4) "))
        #expect(ScanningContent(String(repeating: "x", count: 8000), in: .english) == nil)
    }

    // MARK: There

    /// The document of a window, and each stage of it to the end, without what is another's in each window.
    ///
    /// - Parameter answer: lets the answer be made, once the window says that it is.
    private static func documents(_ served: ServedPages, _ door: String, answer: () async throws -> Void) async throws -> [String] {
        let page = try await served.get(door).text
        let mark = try #require(page.firstRange(of: "data-secret=\""))
        let window = "/window/" + page[mark.upperBound...].prefix { $0 != "\"" }
        var documents = [page, try await served.stage(window, with: "class=\"app\"").text]
        _ = try await served.post(window + "/select", body: "provider=wallet")
        let frame = try await served.stage(window, with: "<iframe").text
        let sheet = try ServedPages.sheetPath(frame)
        documents += [frame, try await served.get(sheet).text]
        _ = try await served.post(sheet, body: "action=accept")
        documents.append(try await served.stage(window, with: "id=\"pin\"").text)
        _ = try await served.post(window + "/pin", body: "pin=\(ServedPages.pin)")
        documents.append(try await served.stage(window, with: Wording.english.answering.filled("Wallet")).text)
        try await answer()
        documents.append(try await served.stage(window, with: "data-ended").text)
        return documents.map { document in
            document.replacing(/data-secret="[^"]*"/, with: "").replacing(/\/sheet\/[^\/]*\//, with: "/sheet/").replacing(/data-challenge="[^"]*"/, with: "")
        }
    }

    @Test("A request of another device is shown as one of this device, from selector to end, but for the line that says so; no third one is offered")
    func sameWindows() async throws {
        try await ServedPages.run { served in
            try await served.verifier.enrol(pin: ServedPages.pin, phrase: "blue heron", at: .now)
            await served.desk.set(reporter: .program(AnsweringDeskDouble.program), devices: [.scanning])
            let (relay, door) = try await served.begin()
            let near = try await Self.documents(served, door) {
                #expect(try await served.event(relay, after: 0).headers["Wallet-Event"] == ["pull"])
                _ = try await served.post(relay + "/release", body: #"{"deviceRequest":"AA"}"#)
                #expect(try await served.event(relay, after: 1).bytes == SessionDouble.response)
                _ = try await served.post(relay + "/close?seen=2")
            }
            let window = try await served.openAnswering()
            _ = try await served.post(window + "/code", body: "code=FIDO:/0")
            let reply = try await served.stage(window, with: Wording.english.codeJoined)
            let address = try #require(reply.headers.first(name: "Wallet-Window"))
            let far = try await Self.documents(served, String(address.dropFirst(served.origin.text.count))) { await served.codes.handOver() }
            #expect(near.count == 7 && Array(near.dropFirst(2)) == Array(far.dropFirst(2)))
            let entries = near[1].split(separator: "\n").filter { $0.contains("data-step=\"use\"") }
            #expect(entries.count == 1 && entries.allSatisfy { $0.contains(Wording.english.useDevice) })
            #expect(near[1].split(separator: "\n").filter { !entries.contains($0) } == far[1].split(separator: "\n"))
            let lines = zip(near[0].split(separator: "\n"), far[0].split(separator: "\n")).filter { $0 != $1 }
            #expect(lines.map { String($0.0) } == ["<p class=\"reporter\">\(Wording.english.reportedBy.filled(AnsweringDeskDouble.program))</p>"])
            #expect(lines.map { String($0.1) } == ["<p class=\"reporter\">\(Wording.english.reportedByDevice.filled(AnsweringDeskDouble.program))</p>"])
            #expect(far[0].contains("shop.example"))
        }
    }

    @Test("A code that leads nowhere says why and asks again; one whose device is far can be given up")
    func codes() async throws {
        try await ServedPages.run { served in
            let window = try await served.openAnswering()
            _ = try await served.post(window + "/code", body: "code=\(AnsweringDeskDouble.bad)")
            let refused = try await served.stage(window, with: "role=\"alert\"").text
            #expect(refused.contains(Wording.english.staleCode) && refused.contains("hybrid.qr-stale") && refused.contains("<textarea"))
            #expect(try await served.post(window + "/code", body: "code=" + String(repeating: "1", count: 1025)).text.contains(Wording.english.otherCode))
            _ = try await served.post(window + "/code", body: "code=%20\(AnsweringDeskDouble.far)%0A")
            _ = try await served.stage(window, with: Wording.english.codeCalling)
            #expect(try await served.post(window + "/decline").text.contains("<textarea"))
        }
    }

    @Test("A picture is taken as grey values in whole rows, within bounds, and by its window alone")
    func pictures() async throws {
        try await ServedPages.run { served in
            let window = try await served.openAnswering()
            let grey = String(repeating: "A", count: 32 * 20)
            for (width, pixels) in [(31, grey), (8, grey), (0, grey), (2000, grey), (32, "")] {
                #expect(try await served.post("\(window)/picture?width=\(width)", body: pixels).text.contains(Wording.english.noCode), "\(width)")
            }
            #expect(try await served.post("\(window)/picture", body: grey).status == 404)
            let settings = try await served.open(.settings)
            #expect(try await served.post("\(settings)/picture?width=32", body: grey).status == 404)
            #expect(await served.desk.events == [])
            #expect(try await served.post("\(window)/picture?width=32", body: grey).status == 204)
            _ = try await served.stage(window, with: Wording.english.codeJoined)
            #expect(await served.desk.events.first == "picture 32x20 65 65")
        }
    }

    @Test("A device is remembered only where the person ticks that, by its code's text and by its picture")
    func remembered() async throws {
        try await ServedPages.run { served in
            let grey = String(repeating: "A", count: 32 * 20)
            for (step, body, isRemembered) in [
                ("code", "code=\(AnsweringDeskDouble.bad)", false), ("code", "remember=yes&code=\(AnsweringDeskDouble.bad)", true),
                ("picture?width=32", grey, false), ("picture?width=32&remember=yes", grey, true),
            ] {
                let window = try await served.openAnswering()
                await served.desk.forgetEvents()
                #expect(try await served.post("\(window)/\(step)", body: body).status == 204)
                _ = try await served.stage(window, with: step == "code" ? "role=\"alert\"" : Wording.english.codeJoined)
                #expect(await served.desk.events.contains("linking") == isRemembered, "\(step)")
            }
        }
    }

    @Test("A page that waits leads to the request of a linked device, and to no address of anybody else's")
    func announced() async throws {
        try await ServedPages.run { served in
            let window = try await served.openAnswering()
            await served.pages.announce("https://attacker.example/")
            #expect(try await served.stage(window, with: Wording.english.codeJoined).headers["Wallet-Window"].isEmpty)
            let other = try await served.openAnswering()
            await served.pages.announce(served.origin.text + "/consent/x")
            #expect(try await served.stage(other, with: Wording.english.codeJoined).headers["Wallet-Window"] == [served.origin.text + "/consent/x"])
        }
    }

    @Test("While a person answers one device, a linked one takes nobody's page; it does when that is over")
    func announcedMeanwhile() async throws {
        try await ServedPages.run { served in
            let address = served.origin.text + "/consent/x"
            let busy = try await served.openAnswering()
            _ = try await served.post(busy + "/code", body: "code=\(AnsweringDeskDouble.far)")
            _ = try await served.stage(busy, with: Wording.english.codeCalling)
            let idle = try await served.openAnswering()
            await served.pages.announce(address)
            #expect(try await served.stage(idle, with: Wording.english.codeJoined).headers["Wallet-Window"] == [address])
            let calling = try await served.post(busy + "/next?seen=0")
            #expect(calling.text.contains(Wording.english.codeCalling) && calling.headers["Wallet-Window"].isEmpty)
            // Given up.
            _ = try await served.post(busy + "/decline")
            await served.pages.announce(address)
            #expect(try await served.stage(busy, with: Wording.english.codeJoined).headers["Wallet-Window"] == [address])
            // Not answered.
            let failed = try await served.openAnswering()
            _ = try await served.post(failed + "/code", body: "code=\(AnsweringDeskDouble.bad)")
            _ = try await served.stage(failed, with: "role=\"alert\"")
            await served.pages.announce(address)
            #expect(try await served.stage(failed, with: Wording.english.codeJoined).headers["Wallet-Window"] == [address])
        }
    }

    @Test("A page that leads to the request of one device is not led to another's")
    func announcedAfterwards() async throws {
        try await ServedPages.run { served in
            let window = try await served.openAnswering()
            _ = try await served.post(window + "/code", body: "code=FIDO:/0")
            let own = try await served.stage(window, with: Wording.english.codeJoined).headers["Wallet-Window"]
            await served.pages.announce(served.origin.text + "/consent/x")
            #expect(try await served.post(window + "/next?seen=0").headers["Wallet-Window"] == own)
            #expect(own.count == 1 && own != [served.origin.text + "/consent/x"])
        }
    }

    @Test("The window of a request says where a linked device asks, and says so of no other request", arguments: Language.allCases)
    func linkedDevice(_ language: Language) async throws {
        try await ServedPages.run { served in
            let words = Wording.of(language)
            let (ofLinked, ofCode) = (words.reportedByLinkedDevice.filled(AnsweringDeskDouble.program), words.reportedByDevice.filled(AnsweringDeskDouble.program))
            for isLinked in [true, false] {
                let window = try await served.openAnswering()
                _ = try await served.post(window + "/code", body: "code=FIDO:/0")
                let address = try #require(try await served.stage(window, with: Wording.english.codeJoined).headers.first(name: "Wallet-Window"))
                if isLinked { await served.pages.announce(address) }
                let page = try await served.get("\(address.dropFirst(served.origin.text.count))?lang=\(language.rawValue)").text
                #expect(page.contains(ofLinked) == isLinked && page.contains(ofCode) == !isLinked)
            }
        }
    }

    @Test("An address opens the page once, and a broker that reaches no other device has none")
    func once() async throws {
        try await ServedPages.run { served in
            let address = try #require(await served.pages.answeringAddress(at: served.origin))
            let path = String(address.dropFirst(served.origin.text.count))
            #expect(try await served.get(path).text.contains(Wording.english.answerTitle))
            #expect(try await served.get(path).status == 410)
            let other = try BrokerPages(
                desk: served.desk, settings: served.settings, history: served.history, verifier: served.verifier, logger: .init(label: "pages"))
            #expect(await other.answeringAddress(at: served.origin) == nil)
        }
    }
}
