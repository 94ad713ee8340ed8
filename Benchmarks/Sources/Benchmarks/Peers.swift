import Foundation
import MobileDocument

/// Other people's verifiers, in a Python process beside this one, on the very bytes of the exchange.
///
/// They take their turns like every other subject: one line asks for so many verifications, one line brings their times.
final class Peers {
    /// Those that are installed and verify the response.
    private(set) var names: [String] = []
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let folder: URL
    private var received: [UInt8] = []

    /// Starts them; what is missing says so on standard error.
    init(python: String, script: String, _ exchange: Exchange) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mdoc-benchmark-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var arguments = [script]
        for (name, bytes) in [
            ("response", exchange.plain), ("transcript", exchange.session.transcript.encoded), ("root", exchange.parties.root.identity.derEncoded),
        ] {
            let file = folder.appendingPathComponent(name)
            try Data(bytes).write(to: file)
            arguments.append(file.path)
        }
        arguments.append(String(exchange.parties.now.secondsSinceEpoch))
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        names = line()?.split(separator: " ").map(String.init) ?? []
    }

    /// One subject for each of them.
    var subjects: [Subject] {
        names.map { name in Subject(name, isElsewhere: true) { times in self.times(of: name, times) } }
    }

    private func times(of name: String, _ count: Int) -> [Double] {
        input.fileHandleForWriting.write(Data("\(name) \(count)\n".utf8))
        let times = line()?.split(separator: " ").compactMap { Double($0) } ?? []
        guard times.count == count else { fatalError("\(name) ended, or its result was wrong") }
        return times.map { $0 / 1000 }
    }

    private func line() -> String? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            received += data
        }
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
