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
    private let variables: Set<String>

    /// - Parameters:
    ///   - directory: where relative paths start.
    ///   - variables: the names of those in the environment.
    init(_ providers: [any ConfigProvider], directory: String, variables: Set<String>) {
        accessed = AccessedKeys()
        config = ConfigReader(providers: providers, accessReporter: accessed)
        self.directory = directory
        self.variables = variables
    }

    /// The mistakes with those of values that had the wrong type, and of keys in the file and variables that nothing reads.
    func allMistakes(fileKeys: Set<String>) -> [ConfigurationMistake] {
        let wrong = accessed.wrongTypes.reduce(into: [ConfigurationMistake]()) { if !$0.contains($1) { $0.append($1) } }
        // What has the wrong type reads as absent; that it is missing would be said beside it.
        let wrongKeys = Set(wrong.map(\.key))
        let read = accessed.keys
        let unread = fileKeys.subtracting(read).sorted().map { key in
            let isParent = read.contains { $0.hasPrefix(key + ".") }
            return ConfigurationMistake(
                key: key,
                reason: isParent
                    ? "only keys under it are read, and it has none; write one, or take it away"
                    : "nothing reads this key; check its spelling, and whether what it belongs to is in use")
        }
        let stray = EnvironmentNames.unread(in: variables, reading: read).map {
            ConfigurationMistake(key: $0, reason: "nothing reads this variable; check its spelling, and whether what it belongs to is in use")
        }
        return (mistakes.filter { !wrongKeys.contains($0.key) } + wrong).map(placed) + unread + stray
    }

    /// A mistake with the variable that sets its key, if there is one: the file may say something else.
    private func placed(_ mistake: ConfigurationMistake) -> ConfigurationMistake {
        let variable = EnvironmentNames.name(of: mistake.key)
        guard variables.contains(variable) else { return mistake }
        return ConfigurationMistake(key: mistake.key, reason: "\(mistake.reason) (\(variable) is set, and wins over the file)")
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

    mutating func texts(_ key: String) -> [String] {
        let texts = config.stringArray(forKey: ConfigKey(key)) ?? []
        guard texts != [""] else {
            // As where a variable is set to another that is not.
            reject(key, "there is nothing in it; say what belongs there, or leave it out")
            return []
        }
        return texts
    }

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

    /// Why a file cannot be read.
    private enum FileFault: String, Error {
        case absent = "is not there, or in a folder that this user may not enter"
        case folder = "is a folder; name a file in it"
        case large = "has more than 1 MiB"
        case closed = "cannot be read; look at its permissions"
        case binary = "is not text in UTF-8; keys and certificates are read in PEM"
    }

    /// The content of a file of at most 1 MiB. The path of a secret is not repeated: what stands in its place may be the secret itself.
    mutating func content(_ key: String, for purpose: String, isSecret: Bool = false) -> String? {
        guard let path = path(key, for: purpose) else { return nil }
        do throws(FileFault) { return try Self.text(at: path) } catch {
            let file = isSecret ? "the file" : "the file at \(path)"
            let remedy = isSecret && error == .absent ? "; a path belongs here, not what is in the file, and a relative one starts at \(directory)" : ""
            reject(key, "\(file) \(error.rawValue)\(remedy)")
            return nil
        }
    }

    private static func text(at path: String) throws(FileFault) -> String {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .absent }
        if isFolder { throw .folder }
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64 else { throw .closed }
        guard size <= 1 << 20 else { throw .large }
        guard let data = FileManager.default.contents(atPath: path) else { throw .closed }
        guard let text = String(data: data, encoding: .utf8) else { throw .binary }
        return text
    }

    /// A secret of its own key, or of the file that `KEY-file` names. Of both the environment's wins, as it does over the same key in the file.
    mutating func secret(_ key: String, for purpose: String) -> String? {
        let value = text(key, isSecret: true)
        let path = text(key + "-file")
        if let value, path == nil || isVariable(key) && !isVariable(key + "-file") { return value }
        if value != nil, isVariable(key) == isVariable(key + "-file") {
            reject(key, "given twice, here and in \(key)-file; leave one of them out")
            return nil
        }
        guard path != nil else {
            reject(key, "missing; it gives \(purpose). Set it, or name a file in \(key)-file")
            return nil
        }
        return content(key + "-file", for: purpose, isSecret: true)?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func isVariable(_ key: String) -> Bool { variables.contains(EnvironmentNames.name(of: key)) }

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
