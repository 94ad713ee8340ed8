#if os(Linux)
import Foundation
import Testing

@Suite("The program mdoc-tunnel")
struct TunnelProgramTests {
    @Test("A file that is not there, or holds something else, is told by its name and option, without the usage")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tunnel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let letter = folder.appendingPathComponent("letter").path
        try Data("Dear reader".utf8).write(to: URL(fileURLWithPath: letter))
        for (certificate, sentence) in [
            ("/nosuch", "there is no file /nosuch (--certificate)"), ("/etc", "/etc is no file that can be read (--certificate)"),
            (letter, "\(letter) holds no certificate in PEM (--certificate)"),
        ] {
            let run = try TunnelProcess.run(["--certificate", certificate, "--key", letter])
            #expect(run.errors == "Error: \(sentence)\n")
            #expect(run.status == 1)
        }
    }
}
#endif
