/// Mailboxes as a subject names them.
enum InternetMailbox {
    /// Whether a text is `local@domain` in ASCII, without spaces and quotes.
    static func isMailbox(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, (1...64).contains(halves[0].utf8.count) else { return false }
        let isLocal = halves[0].utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),:;<>[\\]".utf8.contains($0) }
        return isLocal && (try? DomainName.normalized(String(halves[1]))) != nil
    }
}
