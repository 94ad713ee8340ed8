import BrokerMessages
import CSealedFile
import Foundation
import Subprocess
import SystemPackage

/// Has the code in a picture found by a process of its own that can do nothing but compute: `mdoc-code-reader`, beside this program.
///
/// The picture goes there as a sealed file in memory, and what comes back is as much a stranger's text as one that was typed.
package enum CodeReader {
    /// What became of a picture.
    package enum Reading: Sendable {
        case text(String)
        case noCode
        case noPicture
        /// The reader is not there, was ended by the kernel, or took too long.
        case unread
    }

    private static let patience = Duration.seconds(20)

    /// Looks for a code in a picture.
    ///
    /// - Parameters:
    ///   - width: points in a row.
    ///   - pixels: grey values, row by row, in whole rows.
    package static func read(width: Int, pixels: [UInt8]) async -> Reading {
        await read(input: [UInt8(truncatingIfNeeded: width >> 8), UInt8(truncatingIfNeeded: width)] + pixels)
    }

    /// Looks for a code in the bytes of a PNG or of a JPEG.
    package static func read(file: [UInt8]) async -> Reading { await read(input: [0, 0] + file) }

    private static func read(input: [UInt8]) async -> Reading {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return .unread }
        let reader = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("mdoc-code-reader").path
        let file = input.withUnsafeBytes { sealed_file_of($0.baseAddress, $0.count) }
        guard file >= 0 else { return .unread }
        return await run(FilePath(reader), reading: FileDescriptor(rawValue: file))
    }

    private static func run(_ reader: FilePath, reading file: FileDescriptor) async -> Reading {
        await withTaskGroup(of: Reading.self) { group in
            group.addTask {
                do {
                    // The crash reporter would make system calls of its own.
                    let result = try await Subprocess.run(
                        .path(reader), environment: .custom(["SWIFT_BACKTRACE": "enable=no"]),
                        input: .fileDescriptor(file, closeAfterSpawningProcess: true), output: .bytes(limit: MessageBounds.codeBytes),
                        error: .discarded)
                    switch result.terminationStatus {
                    case .exited(0): return .text(String(decoding: result.standardOutput, as: UTF8.self))
                    case .exited(1): return .noCode
                    case .exited(65): return .noPicture
                    case .exited, .signaled: return .unread
                    }
                } catch {
                    return .unread
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return .unread
            }
            // The first ends the other; a reader whose task is cancelled is killed.
            let first = await group.next() ?? .unread
            group.cancelAll()
            return first
        }
    }
}
