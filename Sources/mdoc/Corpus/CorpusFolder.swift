import MobileDocumentCorpus

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder with one text file for each case.
struct CorpusFolder {
    private static let suffix = ".txt"

    let path: String

    /// Paths of all files with the suffix, sorted.
    func files() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw CommandFailure("cannot read the folder", at: path, mend: "name the folder of the cases")
        }
        return names.filter { $0.hasSuffix(Self.suffix) }.sorted().map { "\(path)/\($0)" }
    }

    /// Reads the case of a file, whose name must be the case's.
    func item(at file: String) throws -> CorpusCase {
        do {
            let item = try CorpusCase(text: String(decoding: try InputFile(file, for: "the folder").content, as: UTF8.self))
            guard file.hasSuffix("/\(item.name)\(Self.suffix)") else {
                throw CommandFailure("the case is called otherwise than its file", at: file, mend: "call the file \(item.name)\(Self.suffix)")
            }
            return item
        } catch let error as CorpusFormatError {
            throw CommandFailure("this is no case, \(error)", at: file, mend: "see docs/corpus.md for the format")
        }
    }

    /// Writes all cases, and removes files of cases that there are no more.
    func write(_ items: [CorpusCase]) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure("cannot make the folder", at: path, mend: "check the path given to --to and its permissions")
        }
        let kept = Set(items.map { "\(path)/\($0.name)\(Self.suffix)" })
        for file in try files() where !kept.contains(file) && isCase(file) { try? FileManager.default.removeItem(atPath: file) }
        for item in items { try OutputFile("\(path)/\(item.name)\(Self.suffix)").write(text: item.text) }
    }

    /// Whether a file is of this format: nobody else's is removed.
    private func isCase(_ file: String) -> Bool {
        (try? InputFile(file, for: "--to").content.starts(with: Array(CorpusCase.firstLine.utf8))) ?? false
    }
}
