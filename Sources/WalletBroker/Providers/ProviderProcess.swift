import BrokerMessages
import Foundation
import Glibc
import LocalSockets
import Subprocess
import SystemPackage

/// A provider's program at work for one request, at the other end of its standard input.
final class ProviderProcess: Sendable {
    private let channel: FrameChannel
    private let program: Task<Void, Never>

    /// Time to end by itself, once it is told that the request is over.
    private static let grace = Duration.seconds(2)

    /// Starts a provider. One that cannot be started is one that has closed its connection.
    ///
    /// - Parameters:
    ///   - log: where what it prints goes; replaced at each start.
    ///   - appsSocket: where it finds the registry.
    init(_ provider: InstalledProvider, log: String, appsSocket: String) throws(SocketFault) {
        let (channel, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        let output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            let error = errno
            Glibc.close(other)
            throw .system(error)
        }
        self.channel = channel
        program = Task {
            let print = FileDescriptor(rawValue: output)
            _ = try? await Subprocess.run(
                .path(FilePath(provider.program)), arguments: Arguments(provider.arguments),
                environment: .inherit.updating(["MDOC_APPS_SOCKET": appsSocket]),
                input: .fileDescriptor(FileDescriptor(rawValue: other), closeAfterSpawningProcess: true),
                output: .fileDescriptor(print, closeAfterSpawningProcess: false), error: .fileDescriptor(print, closeAfterSpawningProcess: false))
            try? print.close()
            channel.close()
        }
    }

    /// Tells the provider something.
    func send(_ command: ProviderCommand) async throws(SocketFault) { try await channel.send(command.encode()) }

    /// What the provider says next; nil when it has ended, or says what no provider may.
    func report() async -> ProviderReport? {
        guard let frame = try? await channel.receive() else { return nil }
        return try? ProviderReport(decoding: frame)
    }

    /// Ends the process: by closing the connection, and by force if that is not enough.
    func end() {
        channel.close()
        Task { [program] in
            try? await Task.sleep(for: Self.grace)
            program.cancel()
        }
    }
}
