/// An amount as people read it, in groups of three digits: `12 480`.
enum Credits {
    static func text(_ amount: Int) -> String {
        var groups: [String] = []
        var rest = String(amount)[...]
        while rest.count > 3 {
            groups.insert(String(rest.suffix(3)), at: 0)
            rest = rest.dropLast(3)
        }
        return ([String(rest)] + groups).joined(separator: "\u{202F}")
    }
}
