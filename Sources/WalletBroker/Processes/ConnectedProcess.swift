import BrokerMessages
import Foundation
import Glibc
import LocalSockets
import Subprocess
import SystemPackage

/// A program at work for one request, at the other end of its standard input.
final class ConnectedProcess<Command: BrokerMessage, Report: BrokerMessage>: Sendable {
    private let channel: FrameChannel
    private let log: ProgramLog
    private let program: Task<Void, Never>

    /// Time to end by itself, once it is told that the request is over; on a machine that is busy that takes its time.
    private static var grace: Duration { .seconds(10) }

    /// Starts a program. One that cannot be started is one that has closed its connection.
    ///
    /// - Parameters:
    ///   - program: its absolute path.
    ///   - file: where what it prints goes, up to a bound; replaced at each start.
    ///   - environment: what it finds in its environment beside the broker's.
    ///   - started: is told of the process while it runs.
    init(
        _ program: String, _ arguments: [String], log file: String, environment: [String: String], notedBy started: StartedPrograms? = nil
    ) throws(SocketFault) {
        let (channel, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        let log: ProgramLog
        do throws(SocketFault) { log = try ProgramLog(file) } catch {
            Glibc.close(other)
            throw error
        }
        self.channel = channel
        self.log = log
        // The report of a crash would put what is in its memory into the log.
        let variables = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, own in own }
        self.program = Task {
            let following = Task { await log.follow() }
            let place = StartedPrograms.Place()
            do {
                _ = try await Subprocess.run(
                    .path(FilePath(program)), arguments: Arguments(arguments),
                    environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) })),
                    input: .fileDescriptor(FileDescriptor(rawValue: other), closeAfterSpawningProcess: true),
                    output: .fileDescriptor(log.output, closeAfterSpawningProcess: false),
                    error: .fileDescriptor(log.output, closeAfterSpawningProcess: false)
                ) { execution in
                    if let started { started.note(program, as: execution.processIdentifier.value, at: place) }
                }
            } catch let error as SubprocessError where error.code == .executableNotFound || error.code == .spawnFailed {
                // Whoever looks why it has ended reads that it never began.
                log.add("\(error)")
            } catch {}
            started?.forget(place)
            // Its log ends with it, whatever it has started goes on.
            following.cancel()
            await following.value
            log.close()
            channel.close()
        }
    }

    /// Tells the program something.
    func send(_ command: Command) async throws(SocketFault) { try await channel.send(command.encode()) }

    /// What the program says next; nil when it has ended, or says what none of its kind may.
    func report() async -> Report? {
        let frame = try? await channel.receive()
        // What it printed before is in its log by the time anybody acts on what it says, or on its end. Why one never began comes in a moment.
        log.catchUp()
        return frame.flatMap { try? Report(decoding: $0) }
    }

    /// Tells the program the one thing it was started for, and ends it: what it says to that, nil where it says nothing in time.
    func reply(to command: Command, within patience: Duration) async -> Report? {
        let deadline = Task {
            try await Task.sleep(for: patience)
            end()
        }
        defer {
            deadline.cancel()
            end()
        }
        guard (try? await send(command)) != nil else { return nil }
        return await report()
    }

    /// Tells the program a last thing, if it takes that in time, and ends the process.
    func end(saying last: Command) {
        let deadline = ContinuousClock.now + Self.grace
        Task {
            let limit = Task { [channel] in
                try await Task.sleep(until: deadline, clock: .continuous)
                channel.close()
            }
            try? await send(last)
            limit.cancel()
            end(by: deadline)
        }
    }

    /// Ends the process: by closing the connection, and by force if that is not enough.
    func end() { end(by: ContinuousClock.now + Self.grace) }

    private func end(by deadline: ContinuousClock.Instant) {
        channel.close()
        Task { [program] in
            try? await Task.sleep(until: deadline, clock: .continuous)
            program.cancel()
        }
    }
}
