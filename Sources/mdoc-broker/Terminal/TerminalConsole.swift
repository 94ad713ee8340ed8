import Foundation

/// The terminal: prints lines, and reads what is typed, for one question at a time.
actor TerminalConsole {
    private var lines: AsyncStream<String>.Iterator
    /// The question that was asked last. What is typed answers the one that is on the screen, and no other.
    private var last: Task<String?, Never>?

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        // Reading a line holds its thread.
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        lines = stream.makeAsyncIterator()
    }

    /// Prints a line, without what could move the cursor or colour the text.
    nonisolated func say(_ text: String) {
        let plain = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control where scalar != "\n", .format, .privateUse, .surrogate: "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
        try? FileHandle.standardOutput.write(contentsOf: Data((plain + "\n").utf8))
    }

    /// Asks something, after all questions that were asked before; nil when nothing more will be typed.
    ///
    /// - Parameter isSecret: whether the terminal hides what is typed.
    func ask(_ question: String, isSecret: Bool = false) async -> String? {
        let asked = Task { [last] in
            _ = await last?.value
            say(question)
            if isSecret { TerminalEcho.set(false) }
            defer { if isSecret { TerminalEcho.set(true) } }
            return await nextLine()
        }
        last = asked
        return await asked.value
    }

    private func nextLine() async -> String? {
        var lines = self.lines
        defer { self.lines = lines }
        return await lines.next(isolation: #isolation)
    }
}
