import Foundation

/// What a test has seen of a cell of `docs/interop.md`: a line that `Tests/Interop/matrix.py` takes from the log and compares with the table.
public enum InteropCell {
    /// Says the verdict, or a part of it. The cell is the one of this peer that the calling test shows; its file has its suite's name.
    public static func seen(_ peer: String, _ verdict: String, file: String = #fileID, test: String = #function) {
        let suite = file.replacingOccurrences(of: "/", with: ".").dropLast(".swift".count)
        let function = test.prefix { $0 != "(" }
        // In one piece, and past the buffer of standard output, which is cut anywhere and lands amidst other lines.
        try? FileHandle.standardError.write(contentsOf: Data("cell: \(suite).\(function) | \(peer) | \(verdict)\n".utf8))
    }

    /// Says of each part of the verdict whether it is so.
    public static func seen(_ peer: String, _ parts: (words: String, isSo: Bool)..., file: String = #fileID, test: String = #function) {
        seen(peer, parts.map { $0.isSo ? $0.words : "not so: \($0.words)" }.joined(separator: "; "), file: file, test: test)
    }

    /// A refusal for the checks that failed.
    public static func refused(for checks: [String]) -> String { "refused for \(names(checks))" }

    /// Identifiers as the table writes them.
    public static func names(_ identifiers: [String]) -> String { identifiers.map { "`\($0)`" }.joined(separator: ", ") }
}
