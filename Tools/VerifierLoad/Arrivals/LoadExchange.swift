/// Whole exchanges: a website's server starts a session, a page fetches the request, a wallet seals its answer, the page posts it, the
/// server fetches the verified result.
struct LoadExchange: Sendable {
    let site: LoadClient
    let page: LoadClient
    let world: LoadWorld

    /// How long whoever is in the middle of an exchange comes back after a 503, as that says.
    private static let patience = Duration.seconds(20)
    private static let pause = Duration.seconds(1)

    /// Walks one exchange. Who is told at the start that there is no place is sent away; later on the same step is done again.
    ///
    /// - Parameter due: when it should begin; its time counts from there.
    func walk(_ number: Int, due: ContinuousClock.Instant, _ tally: ArrivalTally) async {
        let started = await site.start(reference: "arrival-\(number)")
        tally.reply(isBusy: Self.isBusy(started.reply))
        guard let id = started.id else {
            return Self.isBusy(started.reply) ? tally.sentAway(in: ContinuousClock.now - due) : tally.fault("start: \(started.reply.kind)")
        }
        let handed = await insist(tally) { await page.request(id) }
        guard handed.sort == .done else { return tally.fault("request: \(handed.kind)") }
        let person = world.people[number % world.people.count]
        let begin = ContinuousClock.now
        guard let answer = try? world.answer(of: person, to: handed.body) else { return tally.fault("the wallet did not answer") }
        let wallet = ContinuousClock.now - begin
        let prepared = LoadClient.Prepared(id: id, cookie: handed.cookie ?? "", answer: answer)
        let posted = await insist(tally) { await page.post(prepared) }
        guard posted.sort == .done else { return tally.fault("response: \(posted.kind)") }
        let result = await insist(tally) { await site.result(id) }
        let took = ContinuousClock.now - due - wallet
        guard result.sort == .done else { return tally.fault("result: \(result.kind)") }
        guard DeliveredResult(result)?.belongs(to: id, person) == true else { return tally.fault("result: not what its wallet answered") }
        tally.done(in: took)
    }

    private func insist(_ tally: ArrivalTally, _ step: () async -> Reply) async -> Reply {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            let reply = await step()
            tally.reply(isBusy: Self.isBusy(reply))
            guard Self.isBusy(reply), ContinuousClock.now < deadline else { return reply }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private static func isBusy(_ reply: Reply) -> Bool { reply.sort == .retry && reply.kind.hasPrefix("503 ") }
}
