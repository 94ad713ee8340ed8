/// The person's language, from the environment in which a program of theirs runs.
package enum LocaleName {
    /// The language of messages (POSIX, 8.2) as a BCP 47 tag.
    package static func ofMessages(_ environment: [String: String]) -> String {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let tag = String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
        return ["", "C", "POSIX"].contains(tag) ? "en" : tag
    }
}
