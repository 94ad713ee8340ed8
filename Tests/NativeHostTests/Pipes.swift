import Foundation

@testable import mdoc_native_host

/// The two pipes between a browser and its host, with the browser's ends.
struct Pipes: Sendable {
    let toHost = Pipe()
    let fromHost = Pipe()

    /// The host's side.
    var host: BrowserPipe {
        BrowserPipe(input: toHost.fileHandleForReading.fileDescriptor, output: fromHost.fileHandleForWriting.fileDescriptor)
    }

    /// The browser says something.
    func say(_ text: String) throws { try toHost.fileHandleForWriting.write(contentsOf: Data(Self.frame(text))) }

    /// What the browser hears next; nil when the host has ended. Reading holds a thread, which is none of those that the host runs on.
    func hear() async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try read() }) }
        }
    }

    private func read() throws -> String? {
        let header = try fromHost.fileHandleForReading.read(upToCount: 4) ?? Data()
        guard header.count == 4 else { return nil }
        let count = Int(header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        return String(decoding: try fromHost.fileHandleForReading.read(upToCount: count) ?? Data(), as: UTF8.self)
    }

    /// The browser is gone.
    func leave() throws { try toHost.fileHandleForWriting.close() }

    /// The host is gone.
    func end() throws { try fromHost.fileHandleForWriting.close() }

    /// What a host writes for a message, without its length. Its pipe is read beside the writing: it holds less than a message may have.
    static func sent(_ message: HostMessage) throws -> [UInt8] {
        let pipes = Pipes()
        Thread.detachNewThread {
            try? pipes.host.send(message)
            try? pipes.end()
        }
        return try Array((pipes.fromHost.fileHandleForReading.readToEnd() ?? Data()).dropFirst(4))
    }

    static func frame(_ text: String) -> [UInt8] { frame(Array(text.utf8)) }
    static func frame(_ bytes: [UInt8]) -> [UInt8] { length(bytes.count) + bytes }
    static func length(_ count: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(count)) { Array($0) } }
}
