import Foundation

/// The terminal: prints lines, and reads what is typed, for one question at a time.
actor TerminalConsole {
    /// Whether a person types. What a script has written before a question is its answer.
    let isTerminal = isatty(STDIN_FILENO) == 1
    private var typed: [String] = []
    private var isOver = false
    /// Whether the next line is read: one at a time, and none before a question asks for it.
    private var isReading = false
    private let demand = DispatchSemaphore(value: 0)
    private var waiting: (question: Int, line: CheckedContinuation<String?, Never>)?
    private var questions = 0
    private var lastAsked = ContinuousClock.now
    /// The question that was asked last. What is typed answers the one that is on the screen, and no other.
    private var last: Task<String?, Never>?

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (String, ContinuousClock.Instant).self)
        // Reading a line holds its thread.
        Thread.detachNewThread { [demand] in
            var lines = TypedLines()
            demand.wait()
            while let line = lines.next() {
                continuation.yield((line, ContinuousClock.now))
                demand.wait()
            }
            continuation.finish()
        }
        Task {
            for await (line, moment) in stream { await take(line, typedAt: moment) }
            await end()
        }
    }

    /// How many columns the terminal has now; nil where that is not known, or what is printed goes elsewhere.
    nonisolated var columns: Int? {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
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
            return await line(answering: question, isSecret: isSecret)
        }
        last = asked
        return await withTaskCancellationHandler { await asked.value } onCancel: { asked.cancel() }
    }

    private func line(answering question: String, isSecret: Bool) async -> String? {
        if isTerminal {
            // Whoever typed before has not read it.
            tcflush(STDIN_FILENO, TCIFLUSH)
            typed = []
            lastAsked = ContinuousClock.now
        }
        // Before it is asked: whoever types at once is not seen either.
        let hidden = isSecret ? HiddenTyping() : nil
        defer { hidden?.end() }
        say(question)
        return await nextLine()
    }

    private func nextLine() async -> String? {
        if !typed.isEmpty { return typed.removeFirst() }
        if isOver { return nil }
        read()
        questions += 1
        let question = questions
        return await withTaskCancellationHandler {
            await withCheckedContinuation { if Task.isCancelled { $0.resume(returning: nil) } else { waiting = (question, $0) } }
        } onCancel: {
            Task { await giveUp(question) }
        }
    }

    /// Has the next line read, where that is not done already.
    private func read() {
        guard !isReading else { return }
        isReading = true
        demand.signal()
    }

    private func take(_ line: String, typedAt moment: ContinuousClock.Instant) {
        isReading = false
        // It may have been on its way here when the question was asked, which waits for another one.
        if isTerminal, moment < lastAsked {
            if waiting != nil { read() }
            return
        }
        if waiting != nil { answer(line) } else { typed.append(line) }
    }

    /// Nothing more will be typed.
    private func end() {
        isOver = true
        answer(nil)
    }

    /// Nobody waits for an answer any more to the question that is on the screen.
    private func giveUp(_ question: Int) { if waiting?.question == question { answer(nil) } }

    private func answer(_ line: String?) {
        waiting?.line.resume(returning: line)
        waiting = nil
    }
}
