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

    /// Kubernetes gives every container such variables for each service whose name begins with "verifier".
    private static func isServiceLink(_ name: String) -> Bool {
        let rest = "_" + name.dropFirst(prefix.count)
        return rest.hasSuffix("_SERVICE_HOST") || rest.hasSuffix("_SERVICE_PORT") || rest.contains("_SERVICE_PORT_") || rest.hasSuffix("_PORT")
            || rest.contains(/_PORT_[0-9]+_(TCP|UDP|SCTP)/)
    }
}
