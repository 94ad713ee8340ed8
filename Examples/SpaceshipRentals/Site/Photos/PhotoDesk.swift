import CAnonymousFile
import Subprocess
import SystemPackage

/// Looks whether a photo meets the requirements.
///
/// The decoders run in a process of their own that the kernel limits (`photo-reader`). The photo goes there as a sealed file in memory:
/// nothing is written to a disk, and a reader that dies early breaks no pipe.
actor PhotoDesk {
    private static let maximumReaders = 4

    private let reader: FilePath
    private let patience: Duration
    private var readers = 0

    /// Sets the desk up.
    ///
    /// - Parameters:
    ///   - reader: path of the program `photo-reader`.
    ///   - patience: how long a reader may take.
    init(reader: String, patience: Duration = .seconds(10)) {
        self.reader = FilePath(reader)
        self.patience = patience
    }

    /// Takes a photo, or says why not.
    func take(_ bytes: [UInt8]) async throws(PhotoFault) -> ReceivedPhoto {
        guard !bytes.isEmpty else { throw .missing }
        guard bytes.count <= PhotoRequirements.maximumBytes else { throw .tooManyBytes }
        guard PhotoFormat(beginning: bytes) != nil else { throw .format }
        let figures = try await measure(bytes)
        try figures.check()
        return ReceivedPhoto(figures: figures, reference: "PH-\(Int.random(in: 100_000...999_999))")
    }

    private func measure(_ bytes: [UInt8]) async throws(PhotoFault) -> PhotoFigures {
        guard readers < Self.maximumReaders else { throw .busy }
        readers += 1
        defer { readers -= 1 }
        let file = bytes.withUnsafeBytes { anonymous_file_of($0.baseAddress, $0.count) }
        guard file >= 0 else { throw .busy }
        let reading = await Self.read(FileDescriptor(rawValue: file), with: reader, within: patience)
        switch reading {
        case .figures(let line):
            guard let figures = PhotoFigures(line: line) else { throw .unreadable }
            return figures
        case .refused(3): throw .tooLarge
        case .refused: throw .unreadable
        }
    }

    private enum Reading: Sendable {
        case figures(String)
        case refused(Int32)
    }

    private static func read(_ file: FileDescriptor, with reader: FilePath, within patience: Duration) async -> Reading {
        await withTaskGroup(of: Reading.self) { group in
            group.addTask {
                do {
                    let result = try await run(
                        .path(reader), environment: .custom(["SWIFT_BACKTRACE": "enable=no"]),
                        input: .fileDescriptor(file, closeAfterSpawningProcess: true), output: .bytes(limit: 128))
                    guard case .exited(let status) = result.terminationStatus else { return .refused(-1) }
                    return status == 0 ? .figures(String(decoding: result.standardOutput, as: UTF8.self)) : .refused(status)
                } catch {
                    return .refused(-1)
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return .refused(-1)
            }
            // The first ends the other; a reader that is cancelled is killed.
            let first = await group.next() ?? .refused(-1)
            group.cancelAll()
            return first
        }
    }
}
