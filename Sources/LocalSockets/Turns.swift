import Synchronization

/// Lets tasks at something one after the other, in the order in which they came.
package final class Turns: Sendable {
    private struct Line {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let line = Mutex(Line())

    /// Nobody has a turn yet.
    package init() {}

    /// Waits for a turn. Whoever has taken one passes it on.
    package func take() async {
        await withCheckedContinuation { continuation in
            let isMine = line.withLock { line in
                if line.isTaken { line.waiting.append(continuation) }
                defer { line.isTaken = true }
                return !line.isTaken
            }
            if isMine { continuation.resume() }
        }
    }

    /// Gives the turn to the next one.
    package func pass() {
        let next = line.withLock { line in
            line.isTaken = !line.waiting.isEmpty
            return line.waiting.isEmpty ? nil : line.waiting.removeFirst()
        }
        next?.resume()
    }
}
