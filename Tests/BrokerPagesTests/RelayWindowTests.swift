import BrokerDoubles
import Testing
import WalletBroker

@testable import BrokerPages

@Suite("The window between a website and the broker", .timeLimit(.minutes(5)))
struct RelayWindowTests {
    @Test("An answer that the page has not taken when the window is closed gives way to the word that there is none, and counts as not taken")
    func closed() async throws {
        let window = RelayWindow(desk: DeskDouble(), grace: .seconds(3600))
        let delivering = Task { await window.deliver([1]) }
        let offered = await window.events.latest(after: 0, within: .seconds(3600))
        #expect(offered?.item == .answer([1]))
        await window.close()
        #expect(await delivering.value == false)
        guard case .event(.declined, number: 2) = await window.next(after: 0, within: .zero) else {
            Issue.record("the page is told something else")
            return
        }
        #expect(await window.deliver([1]) == false)
    }

    /// A desk whose parser does not end by itself.
    private struct EndlessDesk: RelayDesk {
        let begun: AsyncStream<Void>
        private let beginning: AsyncStream<Void>.Continuation

        init() { (begun, beginning) = AsyncStream.makeStream(of: Void.self) }

        func begin(_ incoming: IncomingRequest, from agent: any UserAgent) async throws(PresentmentRefusal) -> any ConsentSession {
            beginning.yield()
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            throw PresentmentRefusal(kind: .notAllowed, code: "parser.cancelled")
        }

        func withdraw(_ session: any ConsentSession) async {}
    }

    @Test("A page that leaves while its request is read ends the reading, and its place is free", .timeLimit(.minutes(1)))
    func leftWhileRead() async throws {
        let desk = EndlessDesk()
        let window = RelayWindow(desk: desk, grace: .seconds(3600))
        let asking = Task { try await window.begin(RawRequest(data: [1], origin: "https://shop.example"), language: .english) }
        var beginnings = desk.begun.makeAsyncIterator()
        _ = await beginnings.next()
        await window.leave()
        await #expect(throws: PresentmentRefusal(kind: .notAllowed, code: "relay.gone")) { try await asking.value }
        guard case .over = window.use else {
            Issue.record("its place is not free")
            return
        }
    }

    @Test("An answer that is on its way to the page when the window is closed counts as taken, since it may arrive")
    func closedOnItsWay() async throws {
        let window = RelayWindow(desk: DeskDouble(), grace: .seconds(3600))
        let delivering = Task { await window.deliver([1]) }
        guard case .event(.answer, number: 1) = await window.next(after: 0, within: .seconds(3600)) else {
            Issue.record("the page is not given the answer")
            return
        }
        await window.close()
        #expect(await delivering.value)
        guard case .event(.declined, number: 2) = await window.next(after: 0, within: .zero) else {
            Issue.record("the page is told something else")
            return
        }
    }

    @Test("An answer that is on its way to a page of which nothing is heard any more counts as taken, and one that is not does not", arguments: [true, false])
    func silent(isOnItsWay: Bool) async throws {
        let window = RelayWindow(desk: DeskDouble(), grace: .milliseconds(50))
        // The page has asked, and is not given the answer; or it is, and then falls silent.
        if !isOnItsWay { _ = await window.next(after: 0, within: .zero) }
        let delivering = Task { await window.deliver([1]) }
        if isOnItsWay {
            guard case .event(.answer, number: 1) = await window.next(after: 0, within: .seconds(3600)) else {
                Issue.record("the page is not given the answer")
                return
            }
        }
        #expect(await delivering.value == isOnItsWay)
    }
}
