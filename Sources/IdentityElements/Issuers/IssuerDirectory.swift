/// Issuers by region. Another one is a line in a file: see `Tables/issuers.table`.
public struct IssuerDirectory: Sendable, Hashable {
    /// The issuers, in the file's order.
    public let issuers: [KnownIssuer]

    /// The issuers this package knows of. None of their certificates comes with it.
    public static let builtIn = (try? IssuerDirectory(String(decoding: PackageResources.issuers_table, as: UTF8.self))) ?? IssuerDirectory()

    private init() { issuers = [] }

    /// Reads lines `issuer | REGION | NAME | DOCUMENT TYPE | KEY LEVEL | USER VERIFICATION | COMPANION yes or no | VERSION | SHA-256 or - | PAGE, or why
    /// there is none`; those that begin with `#` are remarks.
    public init(_ text: String) throws(ElementTableError) {
        var issuers: [KnownIssuer] = []
        for (offset, row) in text.tableLines.enumerated() where !row.hasPrefix("#") && !row.isEmpty {
            issuers.append(try Self.issuer(row, line: offset + 1))
        }
        self.issuers = issuers
    }

    /// The issuers of a region.
    public func issuers(in region: String) -> [KnownIssuer] { issuers.filter { $0.region == region } }

    private static func issuer(_ row: Substring, line: Int) throws(ElementTableError) -> KnownIssuer {
        let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ").joined(separator: " ") }
        guard cells.count == 10, cells[0] == "issuer", !cells.contains("") else {
            throw ElementTableError(line: line, "expected issuer and nine cells after it, none of them empty")
        }
        guard let level = HolderCapability.KeyLevel(rawValue: cells[4]) else { throw ElementTableError(line: line, "there is no key level \"\(cells[4])\"") }
        guard let verification = HolderCapability.UserVerification(rawValue: cells[5]) else {
            throw ElementTableError(line: line, "there is no user verification \"\(cells[5])\"")
        }
        guard ["yes", "no"].contains(cells[6]) else { throw ElementTableError(line: line, "a companion device is allowed (yes) or not (no)") }
        let version = cells[7].split(separator: ".").compactMap { Int($0) }
        guard version.count == 2 else { throw ElementTableError(line: line, "a version is two numbers with a dot between them") }
        let isFingerprint = cells[8].utf8.count == 64 && cells[8].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard cells[8] == "-" || isFingerprint else { throw ElementTableError(line: line, "a SHA-256 is 64 lower-case hexadecimal digits, or -") }
        return KnownIssuer(
            region: cells[1], name: cells[2], docType: cells[3],
            minimum: HolderCapability(keyLevel: level, userVerification: verification, isCompanion: cells[6] == "yes", version: version),
            root: cells[8] == "-" ? .missing(reason: cells[9]) : .published(fingerprint: cells[8], page: cells[9]))
    }
}
