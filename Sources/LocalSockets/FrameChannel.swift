import Glibc

/// Frames over a connected local socket: each has its length before it, four bytes, big-endian.
///
/// Nothing is read before somebody waits for it, and a sender waits until the other side takes it, so neither side can fill the
/// other's memory. Whoever cancels a task that reads or writes closes the channel.
package final class FrameChannel: Sendable {
    let descriptor: CInt
    private let maximumBytes: Int
    private let sending = Turns()
    private let exchanging = Turns()

    private static let headerBytes = 4
    private static let chunkBytes = 1 << 16

    /// Takes a connected stream socket over, and closes it when it is no longer used.
    ///
    /// - Parameter maximumBytes: the longest frame that is read or written.
    package init(_ descriptor: CInt, maximumBytes: Int) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        self.descriptor = descriptor
        self.maximumBytes = maximumBytes
    }

    deinit { Glibc.close(descriptor) }

    /// The next frame, for one reader at a time; nil when the other side has closed between two frames.
    package func receive() async throws(SocketFault) -> [UInt8]? {
        guard let header = try await read(Self.headerBytes, mayEnd: true) else { return nil }
        let count = header.reduce(0) { $0 << 8 | Int($1) }
        guard count <= maximumBytes else {
            close()
            throw .tooLong(count)
        }
        return try await read(count, mayEnd: false)
    }

    /// Sends a frame, after those that other tasks are sending.
    package func send(_ frame: [UInt8]) async throws(SocketFault) {
        guard frame.count <= maximumBytes else { throw .tooLong(frame.count) }
        let header = (0..<Self.headerBytes).map { UInt8(truncatingIfNeeded: frame.count >> (24 - 8 * $0)) }
        await sending.take()
        defer { sending.pass() }
        try await write(header + frame)
    }

    /// Sends a question and reads what belongs to it, one exchange after the other.
    package func exchange<Value: Sendable>(
        _ question: [UInt8], _ read: @Sendable (FrameChannel) async throws -> Value
    ) async throws -> Value {
        await exchanging.take()
        defer { exchanging.pass() }
        try await send(question)
        return try await read(self)
    }

    /// Closes both directions. What was sent still arrives.
    package func close() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    private func read(_ count: Int, mayEnd: Bool) async throws(SocketFault) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var chunk = [UInt8](repeating: 0, count: min(count - bytes.count, Self.chunkBytes))
            let received = recv(descriptor, &chunk, chunk.count, 0)
            switch received {
            case 1...: bytes += chunk[..<received]
            case 0:
                guard mayEnd, bytes.isEmpty else { throw .closed }
                return nil
            default: try await waitAfterError(Readiness.waitForReading)
            }
        }
        return bytes
    }

    private func write(_ bytes: [UInt8]) async throws(SocketFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if sent > 0 { rest = rest.dropFirst(sent) } else { try await waitAfterError(Readiness.waitForWriting) }
        }
    }

    private func waitAfterError(_ wait: (CInt) async -> Void) async throws(SocketFault) {
        let error = errno
        switch error {
        case EINTR: return
        case EAGAIN: await withTaskCancellationHandler { await wait(descriptor) } onCancel: { close() }
        case EPIPE, ECONNRESET: throw .closed
        default: throw .system(error)
        }
    }
}
