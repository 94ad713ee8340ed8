import Synchronization
import VerifyWithWallet

/// A wallet that answers as a test says, when it says so.
final class WalletDouble: WalletConnection {
    private struct State {
        var asked: [InAppPresentment] = []
        var cancelled: [InAppPresentment.Identifier] = []
        var waiting: [InAppPresentment.Identifier: CheckedContinuation<Result<WalletAnswer, IdentityError>, Never>] = [:]
    }

    private let state = Mutex(State())
    private let documents: Set<String>
    private let outcome: Result<WalletAnswer, IdentityError>?

    /// - Parameters:
    ///   - documents: the types of document the person has.
    ///   - outcome: the answer; nil keeps the request open until it is taken back.
    init(documents: Set<String> = ["org.iso.18013.5.1.mDL"], outcome: Result<WalletAnswer, IdentityError>? = .success(WalletAnswer(encryptedData: [1, 2, 3]))) {
        self.documents = documents
        self.outcome = outcome
    }

    var asked: [InAppPresentment] { state.withLock { $0.asked } }
    var cancelled: [InAppPresentment.Identifier] { state.withLock { $0.cancelled } }

    func canPresent(_ alternatives: [InAppPresentment.Alternative]) async -> Bool { alternatives.contains { documents.contains($0.docType) } }

    func present(_ presentment: InAppPresentment) async -> Result<WalletAnswer, IdentityError> {
        state.withLock { $0.asked.append(presentment) }
        if let outcome { return outcome }
        return await withCheckedContinuation { continuation in
            let isCancelled = state.withLock { state in
                let isCancelled = state.cancelled.contains(presentment.identifier)
                if !isCancelled { state.waiting[presentment.identifier] = continuation }
                return isCancelled
            }
            if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
        }
    }

    func cancel(_ request: InAppPresentment.Identifier) async {
        let waiting = state.withLock { state in
            state.cancelled.append(request)
            return state.waiting.removeValue(forKey: request)
        }
        waiting?.resume(returning: .failure(.cancelled))
    }
}
