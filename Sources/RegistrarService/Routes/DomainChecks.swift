import Synchronization

/// Which brands have a domain looked at: one of each at a time, and those that are not approved in turn. Whoever registers may ask for a look, and one at
/// a host that never answers keeps its place among the requests until it is broken off: such looks hold up others of brands that wait for a while, and
/// nothing else.
final class DomainChecks: Sendable {
    private struct Asker {
        let ticket: Int
        let caller: CheckedContinuation<Void, any Error>
    }

    /// What somebody who waits is told, once the lock is given back.
    private struct Word {
        let caller: CheckedContinuation<Void, any Error>
        let outcome: Result<Void, any Error>
    }

    private struct State {
        var turns: LookTurns
        /// Brands that are approved, while one of their domains is looked at.
        var approved: Set<String> = []
        /// Whoever waits for a turn, by brand.
        private var askers: [String: Asker] = [:]
        private var tickets = 0

        init(_ turns: LookTurns) { self.turns = turns }

        func isBusy(_ brand: String) -> Bool { approved.contains(brand) || turns.has(brand) }

        mutating func ticket() -> Int {
            tickets += 1
            return tickets
        }

        mutating func ask(_ brand: String, under root: String, _ asker: Asker, isCancelled: Bool) -> [Word] {
            guard !isCancelled else { return [Word(caller: asker.caller, outcome: .failure(CancellationError()))] }
            guard !isBusy(brand) else { return [Word(caller: asker.caller, outcome: .failure(Problem(.checkRunning)))] }
            askers[brand] = asker
            turns.add(brand, under: root)
            var words = start()
            if let last = turns.dismissLast() { words += tell(last, .failure(DomainChecks.busy)) }
            return words
        }

        mutating func leave(_ brand: String) -> [Word] {
            approved.remove(brand)
            turns.remove(brand)
            return start()
        }

        mutating func dismiss(_ brand: String, _ ticket: Int, _ error: any Error) -> [Word] {
            guard askers[brand]?.ticket == ticket else { return [] }
            turns.remove(brand)
            return tell(brand, .failure(error))
        }

        private mutating func start() -> [Word] {
            var words: [Word] = []
            for brand in turns.start() { words += tell(brand, .success(())) }
            return words
        }

        private mutating func tell(_ brand: String, _ outcome: Result<Void, any Error>) -> [Word] {
            askers.removeValue(forKey: brand).map { [Word(caller: $0.caller, outcome: outcome)] } ?? []
        }
    }

    private let approvedLimit: Int
    private let wait: Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limit: how many domains are looked at at one time of brands that are not approved.
    ///   - approvedLimit: how many of brands that are.
    ///   - wait: how long a brand that is not approved waits for its turn.
    init(unapproved limit: Int, approved approvedLimit: Int, wait: Duration) {
        self.approvedLimit = approvedLimit
        self.wait = wait
        state = Mutex(State(LookTurns(limit)))
    }

    /// Does a check, or refuses it while there is another of that brand, or where there is no place: for a brand that is not approved, where its turn does
    /// not come in time. A place is free again once its check has ended.
    ///
    /// - Parameter root: the registrable domain that is looked at.
    func hold<Value>(_ brand: String, under root: String, isApproved: Bool, _ check: () async throws -> Value) async throws -> Value {
        if isApproved { try enter(brand) } else { try await takeTurn(brand, under: root) }
        defer { tell(state.withLock { $0.leave(brand) }) }
        return try await check()
    }

    private func enter(_ brand: String) throws {
        let refusal = state.withLock { [approvedLimit] state -> Problem? in
            guard !state.isBusy(brand) else { return Problem(.checkRunning) }
            guard state.approved.count < approvedLimit else { return Self.busy }
            state.approved.insert(brand)
            return nil
        }
        if let refusal { throw refusal }
    }

    private func takeTurn(_ brand: String, under root: String) async throws {
        let ticket = state.withLock { $0.ticket() }
        let patience = Task { [wait] in
            try await Task.sleep(for: wait)
            self.dismiss(brand, ticket, Self.busy)
        }
        defer { patience.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
                // Looked at under the lock: who is cancelled after it is found there.
                tell(state.withLock { $0.ask(brand, under: root, Asker(ticket: ticket, caller: caller), isCancelled: Task.isCancelled) })
            }
        } onCancel: {
            dismiss(brand, ticket, CancellationError())
        }
    }

    private func dismiss(_ brand: String, _ ticket: Int, _ error: any Error) { tell(state.withLock { $0.dismiss(brand, ticket, error) }) }

    private func tell(_ words: [Word]) {
        for word in words { word.caller.resume(with: word.outcome) }
    }

    private static var busy: Problem { Problem(.busy, "domains of other brands are being looked at") }
}
