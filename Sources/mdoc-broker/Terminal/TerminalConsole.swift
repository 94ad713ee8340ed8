import Foundation

/// The terminal: prints lines, and reads what is typed, for one question at a time.
actor TerminalConsole {
    private var typed: [String] = []
    private var isOver = false
    private var waiting: (question: Int, line: CheckedContinuation<String?, Never>)?
    private var questions = 0
    /// The question that was asked last. What is typed answers the one that is on the screen, and no other.
    private var last: Task<String?, Never>?

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        // Reading a line holds its thread.
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        Task {
            for await line in stream { await take(line) }
            await take(nil)
        }
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

    /// Asks something, after all questions that were asked before; nil when nothing more will be typed, or the task is cancelled.
    ///
    /// - Parameter isSecret: whether the terminal hides what is typed.
    func ask(_ question: String, isSecret: Bool = false) async -> String? {
        let asked = Task<String?, Never> { [last] in
            _ = await last?.value
            if Task.isCancelled { return nil }
            say(question)
            if isSecret { TerminalEcho.set(false) }
            defer { if isSecret { TerminalEcho.set(true) } }
            return await nextLine()
        }
        last = asked
        return await withTaskCancellationHandler { await asked.value } onCancel: { asked.cancel() }
    }

    private func nextLine() async -> String? {
        if !typed.isEmpty { return typed.removeFirst() }
        if isOver { return nil }
        questions += 1
        let question = questions
        return await withTaskCancellationHandler {
            await withCheckedContinuation { if Task.isCancelled { $0.resume(returning: nil) } else { waiting = (question, $0) } }
        } onCancel: {
            Task { await giveUp(question) }
        }
    }

    /// A line was typed; nil when nothing more will be.
    private func take(_ line: String?) {
        isOver = line == nil
        if waiting != nil { answer(line) } else if let line { typed.append(line) }
    }

    /// Nobody waits for an answer any more to the question that is on the screen.
    private func giveUp(_ question: Int) { if waiting?.question == question { answer(nil) } }

    private func answer(_ line: String?) {
        waiting?.line.resume(returning: line)
        waiting = nil
    }
}
