import BrokerMessages
import Deadlines
import Foundation
import Glibc
import LocalSockets

/// A provider's program, driven as a broker drives it.
final class DrivenProvider {
    private let channel: FrameChannel
    private let process = Process()
    /// How long it may take to say something.
    private let patience: Duration
    private var reports = 0

    /// How much it may say; no request takes half of it.
    private static let maximumReports = 20

    /// - Parameter home: where it starts.
    init(_ program: String, _ arguments: [String], in home: String, environment: [String: String], patience: Duration) throws {
        let (channel, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        defer { close(other) }
        self.channel = channel
        self.patience = patience
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: home)
        process.standardInput = FileHandle(fileDescriptor: other, closeOnDealloc: false)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        channel.close()
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Tells it something. One that has ended does not answer.
    func send(_ command: ProviderCommand) async { try? await channel.send(command.encode()) }

    /// What it says next; nil when it has ended, says nothing, says what no provider may, or has said so much that nobody listens any more.
    func report() async -> ProviderReport? {
        reports += 1
        guard reports <= Self.maximumReports else { return nil }
        let frame = try? await DeadlineRace.run(within: patience, late: SocketFault.closed, cancelled: SocketFault.closed) { [channel] in
            try await channel.receive()
        }
        return frame.flatMap { try? ProviderReport(decoding: $0) }
    }

    /// Closes the connection, as a broker does when a request is over.
    ///
    /// - Returns: whether the program has ended by itself before so long.
    func ends(within limit: Duration) async throws -> Bool {
        channel.close()
        let end = ContinuousClock.now + limit
        while !hasEnded {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }

    /// Not isRunning: that also waits for programs that were started in the same moment.
    private var hasEnded: Bool {
        (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))?.contains(") Z ") != false
    }
}
