import AppRequests
import Deadlines
import Foundation
import LocalSockets
import Synchronization

/// Opens and reads the programs of apps on a few threads of its own, since a file system may keep those waiting for as long as it likes.
///
/// What is started from one path is opened by one at a time. A file is read once for all who ask for it meanwhile, and as long as any of them waits.
final class ProgramReading: Sendable {
    /// SHA-256 of a program's file, or why it has none.
    typealias Answer = Result<[UInt8], AppRequestRefusal>

    private struct Waiting {
        let ticket: UUID
        let path: String
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Line {
        var threads = 0
        /// Where the programs were started from that are being opened.
        var opening: Set<String> = []
        var waiting: [Waiting] = []
        /// Who has a thread, or has joined another's, and waits for an answer.
        var askers: [UUID: CheckedContinuation<Answer, Never>] = [:]
        /// Who has asked for each file that is being read, first the one whose thread reads it.
        var readings: [PeerProgram.File: [UUID]] = [:]

        /// Gives threads to the first that can have one.
        mutating func admit() -> [Waiting] {
            var admitted: [Waiting] = []
            while threads < ProgramReading.maximumAtOnce, let index = waiting.firstIndex(where: { !opening.contains($0.path) }) {
                let next = waiting.remove(at: index)
                threads += 1
                opening.insert(next.path)
                admitted.append(next)
            }
            return admitted
        }

        /// Whether anybody waits for a file that is being read. Where nobody does, that reading is over: the next one who asks begins anew.
        mutating func isWanted(_ file: PeerProgram.File) -> Bool {
            if readings[file, default: []].contains(where: { askers[$0] != nil }) { return true }
            readings[file] = nil
            return false
        }
    }

    /// How many threads there may be, also of those that never end.
    static let maximumAtOnce = 8
    /// Until there is a thread.
    private static let longestWait = Duration.seconds(120)
    /// Until the program is opened and read, from then on.
    private static let longest = Duration.seconds(30)

    private let line = Mutex(Line())

    /// The digest of a program's file. One that cannot be opened, or for which any of this takes too long, is unknown.
    ///
    /// - Parameters:
    ///   - path: where it was started from.
    ///   - wait: how long it may take until there is a thread.
    ///   - limit: how long it may take from then on. What does not end then keeps its thread.
    ///   - opening: opens it; called on a thread that may wait.
    ///   - reading: reads what was opened, on that thread, as long as it is told that it is wanted.
    func digest(
        ofProgramAt path: String, waiting wait: Duration = ProgramReading.longestWait, within limit: Duration = ProgramReading.longest,
        opening: @escaping @Sendable () -> PeerProgram?, reading: @escaping @Sendable (PeerProgram, () -> Bool) -> Answer
    ) async throws(AppRequestRefusal) -> [UInt8] {
        guard await hasThread(for: path, within: wait) else { throw .unknownProgram }
        let ticket = UUID()
        let late = CancellationError()
        let told = try? await DeadlineRace.run(within: limit, late: late, cancelled: late) { [self] () async -> Answer in
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    line.withLock { $0.askers[ticket] = continuation }
                    Thread.detachNewThread { [self] in attend(ticket, path, opening, reading) }
                    // Cancelled before it could be told so.
                    if Task.isCancelled { tell([ticket], .failure(.unknownProgram)) }
                }
            } onCancel: {
                tell([ticket], .failure(.unknownProgram))
            }
        }
        guard let answer = told else { throw .unknownProgram }
        return try answer.get()
    }

    /// Opens a program, and reads it unless it is being read: with its thread, as long as that takes.
    private func attend(_ ticket: UUID, _ path: String, _ opening: () -> PeerProgram?, _ reading: (PeerProgram, () -> Bool) -> Answer) {
        defer { change { $0.threads -= 1 } }
        let opened = opening()
        defer { opened?.close() }
        var isFirst = false
        change { line in
            line.opening.remove(path)
            guard let file = opened?.file else { return }
            isFirst = line.readings[file] == nil
            line.readings[file, default: []].append(ticket)
        }
        guard let program = opened else { return tell([ticket], .failure(.unknownProgram)) }
        guard isFirst else { return }
        let answer = reading(program) { line.withLock { $0.isWanted(program.file) } }
        // Where this reading was not wanted, there may be one by another thread.
        let joined = line.withLock { $0.readings[program.file]?.first == ticket ? $0.readings.removeValue(forKey: program.file) : nil }
        tell(joined ?? [], answer)
    }

    /// Answers those who have not left.
    private func tell(_ tickets: [UUID], _ answer: Answer) {
        for ticket in tickets {
            let asker = line.withLock { $0.askers.removeValue(forKey: ticket) }
            asker?.resume(returning: answer)
        }
    }

    /// Waits for a thread, which `attend` lets go of; false where that takes too long, or whoever waits is cancelled.
    private func hasThread(for path: String, within limit: Duration) async -> Bool {
        let isMine = try? await DeadlineRace.run(
            within: limit, late: CancellationError(), cancelled: CancellationError(),
            unclaimed: { [self] (isMine: Bool) in
                if isMine { giveBack(path) }
            }
        ) { [self] () async -> Bool in await take(path) }
        return isMine == true
    }

    private func take(_ path: String) async -> Bool {
        let ticket = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { $0.waiting.append(Waiting(ticket: ticket, path: path, continuation: continuation)) }
                // Cancelled before it waited.
                if Task.isCancelled { leave(ticket) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    private func leave(_ ticket: UUID) {
        let left: Waiting? = line.withLock { line in
            guard let index = line.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            return line.waiting.remove(at: index)
        }
        left?.continuation.resume(returning: false)
    }

    private func giveBack(_ path: String) {
        change { line in
            line.opening.remove(path)
            line.threads -= 1
        }
    }

    /// Changes the line, and lets those go whose turn it is then.
    private func change(_ change: (inout Line) -> Void) {
        let admitted = line.withLock { line in
            change(&line)
            return line.admit()
        }
        for next in admitted { next.continuation.resume(returning: true) }
    }
}
