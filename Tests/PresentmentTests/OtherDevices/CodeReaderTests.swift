import Foundation
import QRCodes
import Subprocess
import SystemPackage
import Testing
import VectorSupport

@Suite(
    "The code in a picture", .timeLimit(.minutes(5)),
    .enabled(if: Program.confined("mdoc-code-reader") != nil, "mdoc-code-reader is not built, or with a sanitizer"))
struct CodeReaderTests {
    private static func read(_ input: [UInt8]) async throws -> (status: TerminationStatus, text: String) {
        let reader = try #require(Program.confined("mdoc-code-reader"))
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let picture = folder.path + "/picture"
        try Data(input).write(to: URL(fileURLWithPath: picture))
        let result = try await Subprocess.run(
            .path(FilePath(reader)), environment: .custom(["SWIFT_BACKTRACE": "enable=no"]),
            input: .fileDescriptor(try FileDescriptor.open(FilePath(picture), .readOnly), closeAfterSpawningProcess: true),
            output: .bytes(limit: 4096), error: .discarded)
        return (result.terminationStatus, String(decoding: result.standardOutput, as: UTF8.self))
    }

    private static func input(width: Int, _ pixels: [UInt8]) -> [UInt8] { [UInt8(width >> 8), UInt8(width & 255)] + pixels }

    /// A code, four points to a square.
    private static func picture(_ text: String) throws -> [UInt8] {
        let code = try #require(QRCode(text))
        let side = (code.side + 8) * 4
        return input(width: side, (0..<side * side).map { code.isDark(row: $0 / side / 4 - 4, column: $0 % side / 4 - 4) ? 20 : 230 })
    }

    @Test("The text of a code for another device comes out, and that of any other code does not")
    func text() async throws {
        for text in ["FIDO:/0647613263695069411321966358173670", "FIDO:/in small letters"] {
            let (status, found) = try await Self.read(try Self.picture(text))
            #expect(status == .exited(0) && found == text)
        }
        #expect(try await Self.read(try Self.picture("https://rentals.example")).status == .exited(1))
    }

    @Test("Noise, and the largest picture full of what begins a code, have none, and end")
    func noise() async throws {
        var generator = SeededGenerator(seed: 31)
        #expect(try await Self.read(Self.input(width: 512, generator.bytes(512 * 512))).status == .exited(1))
        // Squares in squares, as in the corners of a code, side by side.
        let side = 1448
        let corners = (0..<side * side).map { point -> UInt8 in
            let distance = max(abs(point / side % 9 - 4), abs(point % side % 9 - 4))
            return [1, 0].contains(distance) || distance == 3 ? 0 : 255
        }
        let status = try await Self.read(Self.input(width: side, corners)).status
        // The kernel ends what takes longer than its limit.
        #expect(status == .exited(1) || status == .signaled(SIGKILL))
    }

    @Test("Input that is no picture, and one larger than a broker hands on, is refused")
    func malformed() async throws {
        let tooLarge = Self.input(width: 2048, [UInt8](repeating: 0, count: 2 << 20) + [UInt8](repeating: 0, count: 2048))
        for input in [[], [0], [0, 4], Self.input(width: 0, [1]), Self.input(width: 4, [1, 2, 3]), tooLarge] {
            #expect(try await Self.read(input).status == .exited(65))
        }
    }

    @Test("Before it reads anything it is confined: filtered system calls, and no files")
    func confined() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Program.confined("mdoc-code-reader")))
        let picture = Pipe()
        process.standardInput = picture
        try process.run()
        let folder = "/proc/\(process.processIdentifier)"
        try await eventually { try String(contentsOfFile: folder + "/status", encoding: .utf8).contains("Seccomp:\t2") }
        #expect(try String(contentsOfFile: folder + "/limits", encoding: .utf8).contains(#/Max open files +0 +0 /#))
        try picture.fileHandleForWriting.close()
        try await eventually { !process.isRunning }
        #expect(process.terminationStatus == 65)
    }
}
