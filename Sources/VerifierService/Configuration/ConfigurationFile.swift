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
        let text = try Self.text(at: path)
        do {
            // JSON is YAML, too.
            keys = Self.keys(of: try Yams.compose(yaml: text))
            provider = try await FileProvider<YAMLSnapshot>(filePath: FilePath(path))
        } catch {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: path, reason: Self.reason(for: error))])
        }
        directory = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
    }

    private static func text(at path: String) throws(ConfigurationMistakes) -> String {
        func mistake(_ reason: String) -> ConfigurationMistakes { ConfigurationMistakes(mistakes: [ConfigurationMistake(key: path, reason: reason)]) }
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw mistake("there is no such file; name the configuration with --config")
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
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            return isNone + "\(problem) at line \(mark.line), column \(mark.column)"
        case .duplicatedKeysInMapping(let names, let context):
            return "the same key stands there twice, see line \(context.mark.line): \(names.joined(separator: ", "))"
        default: return isNone + "it cannot be parsed"
        }
    }

    private static func keys(of node: Node?, under prefix: String = "") -> Set<String> {
        guard case .mapping(let mapping)? = node else { return prefix.isEmpty ? [] : [prefix] }
        var keys: Set<String> = []
        for (key, value) in mapping {
            guard let name = key.string else { continue }
            keys.formUnion(self.keys(of: value, under: prefix.isEmpty ? name : "\(prefix).\(name)"))
        }
        return keys
    }
}
