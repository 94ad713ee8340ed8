import Synchronization
import WalletBroker

/// A person who always says the same to apps, and counts the questions.
final class ScriptedPrompt: AuthorizationPrompt {
    private let answer: Bool
    private let isHeld: Mutex<Bool>
    private let asked = Mutex<[String]>([])
    /// The providers that were asked about.
    var questions: [String] { asked.withLock { $0 } }

    /// - Parameter isHeld: whether they think about it until the test has them answer.
    init(_ answer: Bool, isHeld: Bool = false) {
        self.answer = answer
        self.isHeld = Mutex(isHeld)
    }

    /// They need no more time.
    func release() { isHeld.withLock { $0 = false } }

    func allows(_ provider: InstalledProvider) async -> Bool {
        asked.withLock { $0.append(provider.name) }
        try? await eventually { isHeld.withLock { !$0 } }
        return answer
    }
}
