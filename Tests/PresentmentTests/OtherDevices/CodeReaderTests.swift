import CodePictures
import Foundation
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

    /// What the program is given for a picture as a broker has it.
    private static func input(_ picture: PaintedCode?) throws -> [UInt8] {
        let picture = try #require(picture)
        return input(width: picture.side, picture.pixels)
    }

    @Test("The text of a code for another device comes out, and that of any other code does not")
    func text() async throws {
        for text in ["FIDO:/0647613263695069411321966358173670", "FIDO:/in small letters"] {
            let (status, found) = try await Self.read(try Self.input(PaintedCode(text)))
            #expect(status == .exited(0) && found == text)
        }
        #expect(try await Self.read(try Self.input(PaintedCode("https://rentals.example"))).status == .exited(1))
    }

    /// As long as those of browsers.
    private static let code =
        "FIDO:/46001380927209638523188893775160672921389757259810635122942867045961697152546070286813682748188964574219980341147162027008060244854598465403879927880166631634480200807428"

    @Test("A code is found in photos: turned, in the dark, with noise; and of the dots that browsers make it of")
    func photos() async throws {
        let pictures = [
            PaintedCode(Self.code, scale: 6, degrees: 17), PaintedCode(Self.code, scale: 6, dark: 8, light: 60),
            PaintedCode(Self.code, scale: 6, degrees: 17, dark: 40, light: 200, noise: 20),
            PaintedCode(Self.code, scale: 3, dark: 0, light: 255, hasDots: true),
            PaintedCode(Self.code, scale: 8, degrees: 21, dark: 18, light: 75, noise: 18),
            PaintedCode(Self.code, scale: 6, degrees: -12, dark: 12, light: 90, noise: 12, hasDots: true),
        ]
        for (place, picture) in pictures.enumerated() {
            let picture = try #require(picture)
            for input in [try Self.input(picture), [0, 0] + picture.png, [0, 0] + picture.jpeg] {
                let (status, found) = try await Self.read(input)
                #expect(status == .exited(0) && found == Self.code, "picture \(place)")
            }
        }
    }

    @Test("A file that is no PNG or JPEG is refused, and so is one that breaks off before its picture")
    func files() async throws {
        let png = try #require(PaintedCode(Self.code)).png
        for file in [Array("GIF89a".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array(png.prefix(20)), Array(png.prefix(png.count / 2))] {
            #expect(try await Self.read([0, 0] + file).status == .exited(65))
        }
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
