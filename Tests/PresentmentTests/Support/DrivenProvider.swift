import BrokerMessages
import Foundation
import Glibc
import LocalSockets

/// A provider's program, driven as a broker drives it.
final class DrivenProvider {
    private let channel: FrameChannel
    private let process = Process()

    init(_ program: String, _ arguments: [String]) throws {
        let (channel, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        self.channel = channel
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle(fileDescriptor: other, closeOnDealloc: false)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        close(other)
    }

    deinit {
        channel.close()
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    func send(_ command: ProviderCommand) async throws { try await channel.send(command.encode()) }

    /// Closes the connection, as a broker does when a request is over, and waits until the program has ended by itself.
    func end() async throws {
        channel.close()
        // Not isRunning: it also waits for programs that were started in the same moment.
        try await eventually {
            (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))?.contains(") Z ") != false
        }
    }

    /// What it says next; nil when it has ended, or says what no provider may.
    func report() async -> ProviderReport? {
        guard let frame = try? await channel.receive() else { return nil }
        return try? ProviderReport(decoding: frame)
    }
}
