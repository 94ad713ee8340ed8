package import Foundation

extension Pipe {
    /// What a program prints, line by line as it comes.
    package var lines: AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        // Reading holds a thread, so it is one of its own.
        Thread.detachNewThread { [fileHandleForReading] in
            var rest = Data()
            while case let data = fileHandleForReading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
        return lines
    }
}
