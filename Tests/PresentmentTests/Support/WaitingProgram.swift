import BrokerMessages
import Foundation
import Glibc
import LocalSockets

/// A program that waits, at a socket in place of its standard input, for a broker that never says anything. It is killed with this value.
final class WaitingProgram {
    private let process = Process()
    private let broker: FrameChannel

    init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
        let (broker, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        self.broker = broker
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
    }

    deinit {
        // One that was never started has the number 0, which means every process of this group.
        if process.processIdentifier > 0 { kill(process.processIdentifier, SIGKILL) }
    }

    /// The process's number.
    var identifier: Int32 { process.processIdentifier }
}
