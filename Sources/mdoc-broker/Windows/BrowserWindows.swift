import BrokerPages
import UserVerification
import WalletBroker

/// Shows requests and questions in windows of the person's browser.
actor BrowserWindows: AuthorizationPrompt, ConsentHost {
    private let console: TerminalConsole
    private var open: (pages: BrokerPages, origin: WalletOrigin)?
    private var questions: [String: Question] = [:]
    /// Requests that came before the pages, by the names of their sessions.
    private var early: [String: CheckedContinuation<Void, Never>] = [:]

    /// What waits for the person's decision.
    private struct Question {
        let provider: InstalledProvider
        /// Takes nil where nobody decides.
        let answer: CheckedContinuation<Bool?, Never>
    }

    /// How long a question about a provider waits for its answer.
    private static let patience = Duration.seconds(300)

    init(_ console: TerminalConsole) { self.console = console }

    /// The pages are served from now on.
    func serve(_ pages: BrokerPages, at origin: WalletOrigin) async {
        open = (pages, origin)
        for request in early.values { request.resume() }
        early = [:]
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
        if open == nil { await waitForPages(session) }
        // Without them the request is over, or the broker ends; whoever brought it learns that by itself.
        guard let (pages, origin) = open else { return nil }
        return await pages.address(of: session, at: origin)
    }

    /// Waits until the pages are served, as long as the request does: the sockets are open before them.
    private func waitForPages(_ session: any ConsentSession) async {
        let ending = Task {
            for await _ in await session.stages() {}
            early.removeValue(forKey: session.identifier)?.resume()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { early[session.identifier] = $0 }
        } onCancel: {
            ending.cancel()
        }
        ending.cancel()
    }

    func announce(_ address: String) async {
        // It comes from the program that reaches other devices.
        guard let (pages, origin) = open, address.hasPrefix(origin.text + "/") else { return }
        console.say("A linked device asks for a document. Decide at \(address)")
        await pages.announce(address)
    }

    func allows(_ provider: InstalledProvider) async throws(CancellationError) -> Bool {
        let deadline = Task {
            try await Task.sleep(for: Self.patience)
            takeBack(provider.name)
        }
        defer { deadline.cancel() }
        let answer: Bool? = await withTaskCancellationHandler {
            await withCheckedContinuation { (answer: CheckedContinuation<Bool?, Never>) in
                // Before anybody is told: the settings may decide at any time. Before the pages are served nobody is; they tell of it then.
                questions[provider.name] = Question(provider: provider, answer: answer)
                Task { await tell(of: provider) }
            }
        } onCancel: {
            Task { await takeBack(provider.name) }
        }
        guard let answer else { throw CancellationError() }
        return answer
    }

    /// The person has decided about a provider.
    func decided(_ isAllowed: Bool, about provider: String) {
        questions.removeValue(forKey: provider)?.answer.resume(returning: isAllowed)
    }

    /// Nobody has decided about a provider in time.
    private func takeBack(_ provider: String) { questions.removeValue(forKey: provider)?.answer.resume(returning: nil) }
}
