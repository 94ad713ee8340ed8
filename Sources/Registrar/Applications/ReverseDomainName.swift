/// Identifiers of apps and merchants, such as `example.rentals.app`: labels as hosts have them, at least two, 64 bytes at most.
enum ReverseDomainName {
    static let remedy = "use 2 or more labels of a-z, 0-9 and dashes with dots between them, at most 64 bytes, such as example.rentals.app"

    static func isIdentifier(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        return text.utf8.count <= 64 && labels.count >= 2 && labels.last?.allSatisfy({ (0x30...0x39).contains($0) }) == false
            && labels.allSatisfy(DomainName.isLabel)
    }
}
