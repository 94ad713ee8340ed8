import Foundation

/// The cases of the repository's folder, and the page about them.
enum CommittedCases {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Names of the files, without what follows the dot.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Corpus").path)) ?? []
        return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }()

    static func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appendingPathComponent("Corpus/\(name).txt")), as: UTF8.self)
    }

    static func page() throws -> String { String(decoding: try Data(contentsOf: root.appendingPathComponent("docs/corpus.md")), as: UTF8.self) }
}
