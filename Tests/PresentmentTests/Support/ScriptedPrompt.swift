import Synchronization
import WalletBroker

/// A person who always says the same to apps, and counts the questions.
final class ScriptedPrompt: AuthorizationPrompt {
    private let answer: Bool
    private let patience: Duration
    private let asked = Mutex<[String]>([])
    /// The providers that were asked about.
    var questions: [String] { asked.withLock { $0 } }

    init(_ answer: Bool, after patience: Duration = .zero) {
        self.answer = answer
        self.patience = patience
    }

    func allows(_ provider: InstalledProvider) async -> Bool {
        asked.withLock { $0.append(provider.name) }
        try? await Task.sleep(for: patience)
        return answer
    }
}
