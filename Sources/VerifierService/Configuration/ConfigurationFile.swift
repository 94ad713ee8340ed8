import Configuration
import SystemPackage
import Yams
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A configuration file in YAML or JSON, with the keys that stand in it.
struct ConfigurationFile {
    let provider: any ConfigProvider
    let keys: Set<String>
    let directory: String

    init(path: String) async throws(ConfigurationMistakes) {
        keys = try Self.keys(inFileAt: path)
        do { provider = try await FileProvider<YAMLSnapshot>(filePath: FilePath(path)) } catch {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: path, reason: Self.reason(for: error))])
        }
        directory = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
    }

    private static func keys(inFileAt path: String) throws(ConfigurationMistakes) -> Set<String> {
        let text = try text(at: path)
        let root: Node?
        // JSON is YAML, too.
        do { root = try Yams.compose(yaml: text) } catch {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: path, reason: reason(for: error))])
        }
        guard case .mapping(let mapping)? = root else {
            let reason = "the file has no keys; write each on a line, as in origin: https://rentals.example, or a JSON object of them"
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: path, reason: reason)])
        }
        let values = values(of: mapping)
        // `trust.path` is the same key as `path` under `trust`, though not to YAML, and of two values one would be passed over in silence.
        let twice = Dictionary(grouping: values, by: \.key).filter { $0.value.count > 1 }.keys.sorted()
        let mistakes =
            values.filter { !isPlain($0.value) }.map { ConfigurationMistake(key: $0.key, reason: "a list holds words only; write [a, b]") }
            + twice.map { ConfigurationMistake(key: $0, reason: "it stands there twice, with dots and without; leave one of them out") }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(mistakes: mistakes) }
        return Set(values.map(\.key))
    }

    private static func text(at path: String) throws(ConfigurationMistakes) -> String {
        func mistake(_ reason: String) -> ConfigurationMistakes { ConfigurationMistakes(mistakes: [ConfigurationMistake(key: path, reason: reason)]) }
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw mistake("there is no such file, or none in a folder that this user may enter; name the configuration with --config")
        }
        guard !isFolder else { throw mistake("it is a folder; name the configuration in it with --config") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw mistake("the configuration file cannot be read; look at its permissions")
        }
        guard let text = String(data: data, encoding: .utf8) else { throw mistake("the configuration file is not text in UTF-8") }
        return text
    }

    private static func reason(for error: any Error) -> String {
        let isNone = "the file is not a YAML or JSON object: "
        guard let error = error as? YamlError else { return isNone + "every value wants to be text, a number, true or false, or a list of these" }
        switch error {
        case .scanner(_, let problem, let mark, let text) where isTab(at: mark, of: text):
            return isNone + "\(problem) at line \(mark.line), column \(mark.column); indent with spaces, not with tabs"
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            return isNone + "\(problem) at line \(mark.line), column \(mark.column)"
        case .reader(let problem, _, _, _): return isNone + problem
        case .duplicatedKeysInMapping(let names, let context):
            return "the same key stands there twice, see line \(context.mark.line): \(names.joined(separator: ", "))"
        default: return isNone + "it cannot be parsed"
        }
    }

    private static func isTab(at mark: Mark, of text: String) -> Bool {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.dropFirst(mark.line - 1).first?.unicodeScalars.dropFirst(mark.column - 1).first == "\t"
    }

    /// What stands under each key, but for keys again: those are told by themselves.
    private static func values(of mapping: Node.Mapping, under prefix: String = "") -> [(key: String, value: Node)] {
        var values: [(key: String, value: Node)] = []
        for (key, value) in mapping {
            guard let name = key.string else { continue }
            let path = prefix.isEmpty ? name : "\(prefix).\(name)"
            if case .mapping(let inner) = value { values += self.values(of: inner, under: path) } else { values.append((path, value)) }
        }
        return values
    }

    /// Whether a value is a word, or a list of words.
    private static func isPlain(_ value: Node) -> Bool {
        guard case .sequence(let items) = value else { return true }
        return items.allSatisfy { if case .scalar = $0 { true } else { false } }
    }
}
