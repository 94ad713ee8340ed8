import Foundation
import GRDB
import Testing
import WalletBroker

@Suite("The person's own record of requests")
struct PresentmentHistoryTests {
    private static let outcomes: [(ConsentOutcome, String)] = [
        (.answered, "answered"), (.declined, "declined"), (.withdrawn, "withdrawn"), (.failed(code: "agent.gone"), "agent.gone"),
        // What providers may write.
        (.failed(code: "answered"), "failed.answered"), (.failed(code: "declined"), "failed.declined"),
        (.failed(code: "withdrawn"), "failed.withdrawn"),
        (.failed(code: "failed.answered"), "failed.failed.answered"), (.failed(code: ""), ""),
    ]

    @Test("An outcome is stored as one word, and read back as what it was, whatever code it failed with", arguments: outcomes)
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

    @Test("A history that a newer version of the program has changed is named as such and left as it is")
    func newer() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/history.sqlite"
        _ = try PresentmentHistory(path: path)
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of a newer version')") }
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: PresentmentHistoryError.self) { try PresentmentHistory(path: path) }
        #expect(error?.code == "history.newerFile")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    }

    private static func json(_ outcome: String) -> Data {
        Data(#"{"documents":[],"origin":"https://rentals.example","outcome":"\#(outcome)","time":"2026-01-01T00:00:00Z"}"#.utf8)
    }

    private static func record(_ outcome: String) throws -> PresentmentRecord {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(PresentmentRecord.self, from: json(outcome))
    }

    /// Puts so many entries of one outcome into the file of a history, each with so many blanks behind it.
    private static func fill(_ path: String, _ count: Int, _ outcome: String, blanks: Int = 0) async throws {
        let json = Self.json(outcome) + Data(repeating: UInt8(ascii: " "), count: blanks)
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    INSERT INTO record (json, answered)
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT ?, ? FROM n
                    """, arguments: [count, json, outcome == "answered"])
        }
    }

    @Test("The history holds as many entries as it may, and then the oldest gives way")
    func bounded() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/history.sqlite"
        let history = try PresentmentHistory(path: path)
        try await Self.fill(path, PresentmentHistory.maximumEntries, "declined")
        try await history.add(try Self.record("declined"))
        let numbers = try await history.entries().map(\.number)
        #expect(numbers.count == PresentmentHistory.maximumEntries)
        #expect(numbers.first == Int64(PresentmentHistory.maximumEntries + 1))
        #expect(numbers.last == 2)
    }

    @Test("The history holds as many bytes as it may, however long the requests of a page are: none that was answered gives way to those, nor does the newest")
    func boundedBytes() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/history.sqlite"
        let history = try PresentmentHistory(path: path)
        let answered = try await history.add(try Self.record("answered"))
        let long = 1 << 20
        try await Self.fill(path, PresentmentHistory.maximumBytes / long + 3, "withdrawn", blanks: long)
        let newest = try await history.add(try Self.record("withdrawn"))
        let file = try DatabaseQueue(path: path)
        let numbers = try await file.read { try Int64.fetchAll($0, sql: "SELECT number FROM record ORDER BY number") }
        let bytes = try await file.read { try Int.fetchOne($0, sql: "SELECT SUM(LENGTH(json)) FROM record") }
        // The answered one, and the last of the others.
        #expect(numbers.first == answered && numbers.last == newest)
        #expect(numbers.dropFirst().elementsEqual((newest - Int64(numbers.count) + 2)...newest))
        let held = try #require(bytes)
        #expect(held <= PresentmentHistory.maximumBytes && held + 2 * long > PresentmentHistory.maximumBytes)
    }

    @Test("However many requests a page makes and nobody answers, they push none out that was answered; where all were answered, the oldest gives way, once")
    func answeredLast() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/history.sqlite"
        let history = try PresentmentHistory(path: path)
        let kept = try await history.add(try Self.record("answered"))
        // It was about to leave, and never arrived: of these any number can be made, too.
        let failed = try await history.add(try Self.record("answered"))
        try await history.replace(failed, with: try Self.record("agent.gone"))
        try await Self.fill(path, PresentmentHistory.maximumEntries - 2, "withdrawn")
        for _ in 1...3 { try await history.add(try Self.record("withdrawn")) }
        var numbers = try await history.entries().map(\.number)
        #expect(numbers.count == PresentmentHistory.maximumEntries)
        #expect(numbers.last == kept && !numbers.contains(failed))
        try await history.deleteAll()
        try await Self.fill(path, PresentmentHistory.maximumEntries, "answered")
        for _ in 1...3 { try await history.add(try Self.record("withdrawn")) }
        let entries = try await history.entries()
        numbers = entries.map(\.number)
        #expect(numbers.count == PresentmentHistory.maximumEntries)
        #expect(entries.filter { $0.record.outcome != .answered }.map(\.number) == Array(numbers.prefix(1)))
    }

    @Test("Of a history of before it was kept apart, what was answered is found in its entries")
    func earlierVersion() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/history.sqlite"
        _ = try PresentmentHistory(path: path)
        let rows = ["answered", "declined", "failed.answered"].map(Self.json) + [Data("no record".utf8)]
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DROP INDEX record_order_of_loss; ALTER TABLE record DROP COLUMN answered;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '2:%';
                    """)
            for row in rows { try database.execute(sql: "INSERT INTO record (json) VALUES (?)", arguments: [row]) }
        }
        _ = try PresentmentHistory(path: path)
        let answered = try await DatabaseQueue(path: path).read { try Bool.fetchAll($0, sql: "SELECT answered FROM record ORDER BY number") }
        #expect(answered == [true, false, false, false])
    }
}
