import Synchronization
import WalletBroker

/// A person who says the same to apps until the test has them say something else, and counts the questions.
final class ScriptedPrompt: AuthorizationPrompt {
    private let answer: Mutex<Bool?>
    private let isHeld: Mutex<Bool>
    private let asked = Mutex<[String]>([])
    /// The providers that were asked about.
    var questions: [String] { asked.withLock { $0 } }

    /// - Parameters:
    ///   - answer: what they say; nil where they do not.
    ///   - isHeld: whether they think about it until the test has them answer.
    init(_ answer: Bool?, isHeld: Bool = false) {
        self.answer = Mutex(answer)
        self.isHeld = Mutex(isHeld)
    }

    /// They need no more time.
    func release() { isHeld.withLock { $0 = false } }

    /// What they say from now on.
    func say(_ answer: Bool) { self.answer.withLock { $0 = answer } }

    func allows(_ provider: InstalledProvider) async throws(CancellationError) -> Bool {
        asked.withLock { $0.append(provider.name) }
        try? await eventually { isHeld.withLock { !$0 } }
        guard let said = answer.withLock({ $0 }) else { throw CancellationError() }
        return said
    }
}
