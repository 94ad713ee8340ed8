import Foundation
import MobileDocument

/// Peak memory of loading one thing, taken in a process of its own that has done nothing else: `VmHWM` of Linux, before and after.
enum PeakMemory {
    /// Runs this program anew for each thing and prints what it took.
    static func print(_ loading: Loading) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mdoc-benchmark-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        Swift.print("\n\(padded("peak memory, process of its own", 34))     input kB  before kB   after kB   more kB")
        for (name, input, root) in [
            ("load-status-list", loading.statusToken, loading.root), ("load-vical", loading.vical, loading.listRoot),
        ] {
            let (inputFile, rootFile) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("root"))
            try Data(input).write(to: inputFile)
            try Data(root).write(to: rootFile)
            let child = Process()
            child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            child.arguments = ["--load", name, inputFile.path, rootFile.path, String(loading.now.secondsSinceEpoch)]
            let output = Pipe()
            child.standardOutput = output
            try child.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            child.waitUntilExit()
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            guard child.terminationStatus == 0, numbers.count == 2 else { fatalError("\(name): the process that loads it failed") }
            let columns = [Double(input.count) / 1000, numbers[0], numbers[1], numbers[1] - numbers[0]]
            Swift.print(padded(name, 34) + columns.map { rightAligned($0, 11, decimals: 1) }.joined())
        }
    }

    /// The child: reads, loads, and prints its peak before and after.
    static func load(_ arguments: [String]) throws {
        guard arguments.count == 4, let seconds = Int64(arguments[3]) else { fatalError("usage: --load NAME INPUT ROOT SECONDS") }
        let input = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
        let root = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        let before = ProcessStatus.kilobytes("VmHWM")
        let isRight =
            arguments[0] == "load-vical"
            ? try Loading.loadVICAL(input, root: root, at: Instant(secondsSinceEpoch: seconds)) : try Loading.loadStatusList(input, root: root)
        guard isRight else { fatalError("\(arguments[0]): the result is wrong, so its memory means nothing") }
        Swift.print(before, ProcessStatus.kilobytes("VmHWM"))
    }
}
