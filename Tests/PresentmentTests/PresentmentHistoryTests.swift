import Foundation
import Testing
import WalletBroker

@Suite("The person's own record of requests")
struct PresentmentHistoryTests {
    private static let outcomes: [(ConsentOutcome, String)] = [
        (.answered, "answered"), (.declined, "declined"), (.withdrawn, "withdrawn"), (.failed(code: "agent.gone"), "agent.gone"),
    ]

    @Test("An outcome is stored as one word, and read back as what it was", arguments: outcomes)
    func outcome(outcome: ConsentOutcome, word: String) throws {
        let stored = try JSONEncoder().encode([outcome])
        #expect(String(decoding: stored, as: UTF8.self) == "[\"\(word)\"]")
        #expect(try JSONDecoder().decode([ConsentOutcome].self, from: stored) == [outcome])
    }

    @Test("A file that others can read, and one that is no history, are refused as the history's and left alone")
    func refused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("history.sqlite")
        let text = Data(String(repeating: "no history ", count: 100).utf8)
        for (mode, code) in [(0o640, "history.exposedFile"), (0o600, "history.damaged")] {
            #expect(FileManager.default.createFile(atPath: file.path, contents: text, attributes: [.posixPermissions: mode]))
            let error = #expect(throws: PresentmentHistoryError.self) { try PresentmentHistory(path: file.path) }
            #expect(error?.code == code)
            #expect(error?.description.hasPrefix("the history's file") == true)
            #expect(try Data(contentsOf: file) == text)
        }
    }
}
