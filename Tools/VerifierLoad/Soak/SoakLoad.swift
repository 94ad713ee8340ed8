import Foundation

/// The load of a soak: websites and pages that never give in, and post every answer to everybody.
struct SoakLoad: Sendable {
    /// Through the proxy, as a site does it.
    let proxied: LoadClient
    /// To each service alone.
    let direct: [LoadClient]
    let world: LoadWorld
    let foreignAnswer: Data
    let tally: SoakTally

    private static let pause = Duration.milliseconds(200)
    /// Of how many sessions one gets an answer that is not its own.
    private static let foreignShare = 8
    /// Longest time a step is tried again.
    private static let patience = Duration.seconds(40)

    /// Walks sessions, one after the other, until the time is over.
    func walk(worker: Int, until end: ContinuousClock.Instant) async {
        var round = 0
        while ContinuousClock.now < end {
            round += 1
            await walkOne(number: worker * 1_000_000 + round)
        }
    }

    private func walkOne(number: Int) async {
        guard let id = await start(number), let handed = await request(id) else { return }
        let person = number % world.people.count
        let isForeign = number % Self.foreignShare == 0
        guard let answer = isForeign ? foreignAnswer : try? world.answer(of: world.people[person], to: handed.body) else { return }
        await tally.track(TrackedSession(id: id, person: person, isForeign: isForeign))
        let prepared = LoadClient.Prepared(id: id, cookie: handed.cookie ?? "", answer: answer)
        // The same answer through the proxy and to both services, all at once.
        await withTaskGroup(of: Void.self) { group in
            for client in [proxied] + direct { group.addTask { await post(prepared, client) } }
        }
    }

    private func start(_ number: Int) async -> String? {
        let (reply, id) = await timed("start") { await proxied.start(reference: "soak-\(number)") } reply: { $0.reply }
        // Whether a session was started whose name never came matters to nobody: another one is.
        if id == nil { try? await Task.sleep(for: Self.pause) }
        return reply.sort == .done ? id : nil
    }

    private func request(_ id: String) async -> Reply? {
        let deadline = ContinuousClock.now + Self.patience
        var allowed: Set<String> = []
        while ContinuousClock.now < deadline {
            let reply = await timed("request", allowed) { await proxied.request(id) } reply: { $0 }
            if reply.sort == .done { return reply }
            guard reply.sort == .retry else { return nil }
            // The reply that was lost may have held the cookie; then the session is bound to it, and a page starts over.
            allowed = ["session.bound"]
            try? await Task.sleep(for: Self.pause)
        }
        return nil
    }

    private func post(_ prepared: LoadClient.Prepared, _ client: LoadClient) async {
        let deadline = ContinuousClock.now + Self.patience
        while ContinuousClock.now < deadline {
            let reply = await timed("post", ["session.used", "session.interrupted"]) { await client.post(prepared) } reply: { $0 }
            if reply.sort == .done { await tally.acknowledged(prepared.id) }
            guard reply.sort == .retry else { return }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func timed<Value: Sendable>(
        _ step: String, _ allowed: Set<String> = [], _ work: () async -> Value, reply: (Value) -> Reply
    ) async -> Value {
        let begin = ContinuousClock.now
        let value = await work()
        await tally.note(reply(value), of: step, allowed: allowed, took: ContinuousClock.now - begin)
        return value
    }
}
