import Configuration
import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads settings one by one and collects what is wrong with them instead of stopping at the first.
struct SettingsReader {
    private let config: ConfigReader
    private let accessed: AccessedKeys
    private(set) var mistakes: [ConfigurationMistake] = []
    private let directory: String

    init(_ providers: [any ConfigProvider], directory: String) {
        accessed = AccessedKeys()
        config = ConfigReader(providers: providers, accessReporter: accessed)
        self.directory = directory
    }

    /// The mistakes with those of values that had the wrong type, and of keys in the file and variables that nothing reads.
    func allMistakes(fileKeys: Set<String>, variables: some Sequence<String>) -> [ConfigurationMistake] {
        let wrong = accessed.wrongTypes.reduce(into: [ConfigurationMistake]()) { if !$0.contains($1) { $0.append($1) } }
        // What has the wrong type reads as absent; that it is missing would be said beside it.
        let wrongKeys = Set(wrong.map(\.key))
        let unread = fileKeys.subtracting(accessed.keys).sorted().map {
            ConfigurationMistake(key: $0, reason: "nothing reads this key; check its spelling")
        }
        let stray = EnvironmentNames.unread(in: variables, reading: accessed.keys).map {
            ConfigurationMistake(key: $0, reason: "nothing reads this variable; check its spelling")
        }
        return mistakes.filter { !wrongKeys.contains($0.key) } + wrong + unread + stray
    }

    mutating func reject(_ key: String, _ reason: String) {
        mistakes.append(ConfigurationMistake(key: key, reason: reason))
    }

    mutating func text(_ key: String, isSecret: Bool = false) -> String? {
        guard let text = config.string(forKey: ConfigKey(key), isSecret: isSecret), !text.isEmpty else { return nil }
        return text
    }

    mutating func requiredText(_ key: String, for purpose: String) -> String? {
        let text = text(key)
        if text == nil { reject(key, "missing; it gives \(purpose)") }
        return text
    }

    mutating func texts(_ key: String) -> [String] { config.stringArray(forKey: ConfigKey(key)) ?? [] }

    mutating func flag(_ key: String, default value: Bool) -> Bool { config.bool(forKey: ConfigKey(key)) ?? value }

    mutating func number(_ key: String, default value: Int, in range: ClosedRange<Int>, _ unit: String) -> Int {
        guard let number = config.int(forKey: ConfigKey(key)) else { return value }
        guard range.contains(number) else {
            reject(key, "\(number) \(unit) do not work; give \(range.lowerBound) to \(range.upperBound)")
            return value
        }
        return number
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, default value: Choice) -> Choice {
        guard let text = text(key) else { return value }
        guard let choice = Choice(rawValue: text) else {
            reject(key, "\"\(text.prefix(64))\" is none of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            return value
        }
        return choice
    }

    /// A path of the file system; relative ones start at the configuration file's folder.
    func resolve(_ path: String) -> String { path.hasPrefix("/") ? path : directory + "/" + path }

    mutating func path(_ key: String, for purpose: String) -> String? { requiredText(key, for: purpose).map(resolve) }

    /// The content of a file of at most 1 MiB.
    mutating func content(_ key: String, for purpose: String) -> String? {
        guard let path = path(key, for: purpose) else { return nil }
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64 else {
            reject(key, "there is no file at \(path)")
            return nil
        }
        guard size <= 1 << 20, let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8) else {
            reject(key, "the file at \(path) cannot be read as text of at most 1 MiB")
            return nil
        }
        return text
    }

    /// A secret of its own key, or of the file that `KEY-file` names.
    mutating func secret(_ key: String, for purpose: String) -> String? {
        if let text = text(key, isSecret: true) { return text }
        guard text(key + "-file") != nil else {
            reject(key, "missing; it gives \(purpose). Set it, or name a file in \(key)-file")
            return nil
        }
        return content(key + "-file", for: purpose)?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A secret written in base64url or base64.
    mutating func secretBytes(_ key: String, for purpose: String) -> [UInt8]? {
        guard let text = secret(key, for: purpose) else { return nil }
        guard let bytes = Base64URL.decode(text) ?? Data(base64Encoded: text).map(Array.init) else {
            reject(key, "the value is neither base64url nor base64")
            return nil
        }
        return bytes
    }
}
