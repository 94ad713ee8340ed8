extension String {
    private static let longestExcerpt = 48

    /// The text in quotation marks as an error may repeat it: its beginning, visible ASCII only.
    var excerpt: String {
        let visible = utf8.prefix(Self.longestExcerpt).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
        return "\"" + String(decoding: visible, as: UTF8.self) + (utf8.count > Self.longestExcerpt ? "...\"" : "\"")
    }
}

extension Collection<String> {
    /// The first few as an error may repeat them, and how many more there are.
    var excerpt: String {
        let told = prefix(4).map(\.excerpt).joined(separator: ", ")
        return count > 4 ? "\(told) and \(count - 4) more" : told
    }
}
