import Foundation

/// Asks the owner at the terminal.
struct TerminalConsent: Sendable {
    /// Whether standard output is for a program, so that the question stands beside it.
    let isAside: Bool

    /// Shows what is asked, and waits for a yes. Ends with a no when the other device gives up.
    func isGiven(for answer: RequestAnswer) async throws -> Bool {
        let line = try await line(after: answer)
        return ["y", "yes"].contains(line?.lowercased())
    }

    /// Shows what is asked, and that it is not answered, until the owner has read that or the other device gives up.
    func show(_ answer: RequestAnswer) async throws { _ = try await line(after: answer) }

    private func line(after answer: RequestAnswer) async throws -> String? {
        // Whoever typed before has not read what is asked.
        tcflush(STDIN_FILENO, TCIFLUSH)
        try answer.ask(isAside: isAside)
        let (lines, continuation) = AsyncStream.makeStream(of: String?.self)
        // Waiting for a line holds a thread, so it is one of its own.
        Thread.detachNewThread {
            continuation.yield(readLine())
            continuation.finish()
        }
        for await line in lines { return line }
        return nil
    }
}
