import Foundation

/// Asks the owner at the terminal.
struct TerminalConsent: Sendable {
    /// Shows what is asked, and waits for a yes. Ends with a no when the other device gives up.
    func isGiven(for answer: RequestAnswer) async throws -> Bool {
        // Whoever typed before has not read what is asked.
        tcflush(STDIN_FILENO, TCIFLUSH)
        try answer.ask()
        let (lines, continuation) = AsyncStream.makeStream(of: String?.self)
        // Waiting for a line holds a thread, so it is one of its own.
        Thread.detachNewThread {
            continuation.yield(readLine())
            continuation.finish()
        }
        for await line in lines { return ["y", "yes"].contains(line?.lowercased()) }
        return false
    }
}
