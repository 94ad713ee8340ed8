import BrokerPages
import UserVerification
import WalletBroker

/// Shows requests and questions in windows of the person's browser.
actor BrowserWindows: AuthorizationPrompt, ConsentHost {
    private let console: TerminalConsole
    private var open: (pages: BrokerPages, origin: WalletOrigin)?
    private var questions: [String: Question] = [:]

    /// What waits for the person's decision.
    private struct Question {
        let provider: InstalledProvider
        let answer: CheckedContinuation<Bool, Never>
    }

    /// How long a question about a provider waits for its answer.
    private static let patience = Duration.seconds(300)

    init(_ console: TerminalConsole) { self.console = console }

    /// The pages are served from now on.
    func serve(_ pages: BrokerPages, at origin: WalletOrigin) async {
        open = (pages, origin)
        console.say("Websites reach you at \(origin.text)/")
        await tellAddresses()
    }

    /// Prints where the settings, the history and the open questions are. Each address opens once.
    func tellAddresses() async {
        guard let (pages, origin) = open else { return }
        console.say("settings: \(await pages.address(of: .settings, at: origin))")
        console.say("history:  \(await pages.address(of: .history, at: origin))")
        if let address = await pages.answeringAddress(at: origin) { console.say("answer another device: \(address)") }
        for question in questions.values { await tell(of: question.provider) }
    }

    /// Prints where the person decides about a provider.
    private func tell(of provider: InstalledProvider) async {
        guard let (pages, origin) = open else { return }
        let address = await pages.address(of: .authorization(provider: provider.name), at: origin)
        console.say("\(provider.displayName) wants to present your documents to websites. Decide at \(address)")
    }

    func show(_ session: any ConsentSession) async -> String? {
        guard let (pages, origin) = open else {
            await session.decline()
            return nil
        }
        return await pages.address(of: session, at: origin)
    }

    func announce(_ address: String) async {
        // It comes from the program that reaches other devices.
        guard let (pages, origin) = open, address.hasPrefix(origin.text + "/") else { return }
        console.say("A linked device asks for a document. Decide at \(address)")
        await pages.announce(address)
    }

    func allows(_ provider: InstalledProvider) async -> Bool {
        guard open != nil else { return false }
        let deadline = Task {
            try await Task.sleep(for: Self.patience)
            decided(false, about: provider.name)
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation {
            // Before anybody is told: the settings may decide at any time.
            questions[provider.name] = Question(provider: provider, answer: $0)
            Task { await tell(of: provider) }
        }
    }

    /// The person has decided about a provider.
    func decided(_ isAllowed: Bool, about provider: String) {
        questions.removeValue(forKey: provider)?.answer.resume(returning: isAllowed)
    }
}
