import Foundation

/// The two pipes of native messaging: each message is JSON in UTF-8, with its length before it, four bytes in the machine's byte order.
struct BrowserPipe: Sendable {
    /// The browser writes here.
    let input: CInt
    /// The browser reads here.
    let output: CInt

    /// Most bytes of a message of the browser: a request of the size it may have, each character escaped.
    static let maximumReceivedBytes = 7 << 20
    /// Most bytes of a message to the browser, which takes no more.
    static let maximumSentBytes = 1 << 20
    /// Most bytes of a response that such a message holds, in base64url.
    static let longestResponse = (maximumSentBytes - HostMessage.response([]).text.count) * 3 / 4
    /// More messages than a request has.
    private static let mostWaiting = 8

    /// What the browser says, to its end. A fault of one message is the last thing that is heard.
    func messages() -> AsyncThrowingStream<BrowserMessage, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: BrowserMessage.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        // Reading holds its thread.
        Thread.detachNewThread {
            do {
                while let message = try next() {
                    guard case .enqueued = continuation.yield(message) else { throw NativeMessageFault.outOfPlace }
                }
                continuation.finish()
            } catch { continuation.finish(throwing: error) }
        }
        return stream
    }

    /// Sends a message. A response that is too long for a browser is no answer.
    func send(_ message: HostMessage) throws(NativeMessageFault) {
        let content = message.text
        guard content.count <= Self.maximumSentBytes else { return try send(.ended(.failed)) }
        try write(withUnsafeBytes(of: UInt32(content.count)) { Array($0) } + content)
    }

    /// The next message; nil when the browser has closed the pipe between two.
    func next() throws(NativeMessageFault) -> BrowserMessage? {
        let header = try read(MemoryLayout<UInt32>.size)
        guard !header.isEmpty else { return nil }
        guard header.count == MemoryLayout<UInt32>.size else { throw .cutOff }
        let count = Int(header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        guard count <= Self.maximumReceivedBytes else { throw .tooLong(count) }
        let content = try read(count)
        guard content.count == count else { throw .cutOff }
        return try BrowserMessage(content)
    }

    /// So many bytes, or fewer where the pipe ends.
    private func read(_ count: Int) throws(NativeMessageFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let received = bytes.withUnsafeMutableBytes { Glibc.read(input, UnsafeMutableRawBufferPointer(rebasing: $0[filled...]).baseAddress, count - filled) }
            if received == 0 { break }
            guard received > 0 || errno == EINTR else { throw .gone }
            filled += max(received, 0)
        }
        return Array(bytes[..<filled])
    }

    private func write(_ bytes: [UInt8]) throws(NativeMessageFault) {
        var written = 0
        while written < bytes.count {
            let sent = bytes.withUnsafeBytes { Glibc.write(output, UnsafeRawBufferPointer(rebasing: $0[written...]).baseAddress, bytes.count - written) }
            guard sent >= 0 || errno == EINTR else { throw .gone }
            written += max(sent, 0)
        }
    }
}
