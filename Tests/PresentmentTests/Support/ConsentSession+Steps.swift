import Testing
import WalletBroker

extension ConsentSession {
    /// The first stage, from where the request stands now, that is so.
    func stage(where isSo: (ConsentStage) -> Bool) async throws -> ConsentStage {
        for await stage in await stages() where isSo(stage) { return stage }
        throw CancellationError()
    }

    /// The providers on the list.
    func offered() async throws -> [String] {
        guard case .selecting(let choices, _) = try await stage(where: { _ in true }) else {
            Issue.record("nothing can be selected")
            return []
        }
        return choices.map(\.provider)
    }

    /// Selects a provider, waits for its sheet, and presses a button there.
    func review(_ provider: String, pressing action: String? = nil) async throws {
        try await select(provider)
        _ = try await stage { if case .reviewing = $0 { true } else { false } }
        if let action { try await act(action, values: [:]) }
    }

    /// The transaction the owner has to be verified for.
    func transaction() async throws -> [UInt8] {
        guard case .verifying(_, let transaction) = try await stage(where: { if case .verifying = $0 { true } else { false } }) else { return [] }
        return transaction
    }

    /// How the request ended.
    func outcome() async throws -> ConsentOutcome? {
        guard case .ended(let outcome) = try await stage(where: { if case .ended = $0 { true } else { false } }) else { return nil }
        return outcome
    }
}
