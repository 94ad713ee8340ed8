/// Countries as ISO 3166-1 alpha-2 writes them. Whether a code is assigned is for reviewers.
enum CountryCode {
    static let remedy = "give two upper-case letters (ISO 3166-1)"

    static func isCountryCode(_ text: String) -> Bool { text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
}
