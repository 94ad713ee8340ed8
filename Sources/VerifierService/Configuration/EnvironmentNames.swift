/// The variables by which keys can be set, and those that only look like it.
enum EnvironmentNames {
    private static let prefix = "VERIFIER_"

    /// The variable of a key, by the rules of swift-configuration: `store.sqlite.path` is `VERIFIER_STORE_SQLITE_PATH`.
    static func name(of key: String) -> String {
        var name = prefix
        var last: Character = "."
        for character in key {
            if last.isLowercase, character.isUppercase { name += "_" }
            name += character.isASCII && (character.isLetter || character.isNumber) ? character.uppercased() : "_"
            last = character
        }
        return name
    }

    /// Variables of the service's prefix that no key reads.
    static func unread(in environment: some Sequence<String>, reading keys: Set<String>) -> [String] {
        let known = Set(keys.map(name))
        return environment.filter { $0.hasPrefix(prefix) && !known.contains($0) && !isServiceLink($0) }.sorted()
    }

    /// Kubernetes gives every container such variables for a service that happens to be called "verifier".
    private static func isServiceLink(_ name: String) -> Bool {
        let rest = name.dropFirst(prefix.count)
        return rest == "PORT" || rest.hasPrefix("PORT_") || rest == "SERVICE_HOST" || rest == "SERVICE_PORT" || rest.hasPrefix("SERVICE_PORT_")
    }
}
