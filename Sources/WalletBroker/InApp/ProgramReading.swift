import Deadlines
import Foundation
import Synchronization

/// Reads the programs of apps: one of each file system at a time and few in all, so that one that cannot be read keeps no other waiting.
final class ProgramReading: Sendable {
    private struct Waiting {
        let ticket: UUID
        let fileSystem: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Line {
        var taken: Set<UInt64> = []
        var waiting: [Waiting] = []
    }

    /// How many may be read at once, and so how many threads those take that never end.
    static let maximumAtOnce = 4
    private static let longest = Duration.seconds(30)

    private let line = Mutex(Line())

    /// What is read of a program in its turn; nil where turn and reading take longer than the limit. A reading that does not end keeps its turn.
    func digest(
        on fileSystem: UInt64, within limit: Duration = ProgramReading.longest, _ read: @escaping @Sendable () -> [UInt8]?
    ) async -> [UInt8]? {
        try? await DeadlineRace.run(within: limit, late: CancellationError(), cancelled: CancellationError()) { [self] () async -> [UInt8]? in
            guard await take(fileSystem) else { return nil }
            defer { pass(fileSystem) }
            // A thread of its own may wait for a disk, as those of tasks may not.
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: read()) }
            }
        }
    }

    /// Waits for a turn; false for whoever is cancelled before it comes.
    private func take(_ fileSystem: UInt64) async -> Bool {
        let ticket = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isMine: Bool? = line.withLock { line in
                    if Task.isCancelled { return false }
                    guard line.taken.count < Self.maximumAtOnce, !line.taken.contains(fileSystem) else {
                        line.waiting.append(Waiting(ticket: ticket, fileSystem: fileSystem, continuation: continuation))
                        return nil
                    }
                    line.taken.insert(fileSystem)
                    return true
                }
                if let isMine { continuation.resume(returning: isMine) }
            }
        } onCancel: {
            let left: Waiting? = line.withLock { line in
                guard let index = line.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
                return line.waiting.remove(at: index)
            }
            left?.continuation.resume(returning: false)
        }
    }

    /// Gives the turn to the first that can take it.
    private func pass(_ fileSystem: UInt64) {
        let next: Waiting? = line.withLock { line in
            line.taken.remove(fileSystem)
            let taken = line.taken
            guard let index = line.waiting.firstIndex(where: { !taken.contains($0.fileSystem) }) else { return nil }
            line.taken.insert(line.waiting[index].fileSystem)
            return line.waiting.remove(at: index)
        }
        next?.continuation.resume(returning: true)
    }
}
