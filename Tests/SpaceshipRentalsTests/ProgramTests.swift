import Foundation
import Testing
import VectorSupport

@Suite("The program spaceship-rentals", .enabled(if: FileManager.default.isExecutableFile(atPath: TestSite.program), "the program is not built"))
struct ProgramTests {
    @Test("An address that is none is refused before the site opens, with the option that names it", arguments: [
        (["--service", "nonsense"], "--service"), (["--service", "ftp://127.0.0.1"], "--service"), (["--service", "http://"], "--service"),
        (["--service", "http://127.0.0.1:1", "--way", "nonsense"], "--way"),
        (["--service", "http://127.0.0.1:1", "--port", "70000"], "--port"),
    ])
    func addresses(arguments: [String], option: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: TestSite.program)
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.runBounded()
        let printed = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
        process.waitUntilExit()
        #expect(process.terminationStatus != 0 && printed[0].isEmpty)
        #expect(printed[1].hasPrefix("Error: \(option) is "), "\(printed[1])")
    }
}
