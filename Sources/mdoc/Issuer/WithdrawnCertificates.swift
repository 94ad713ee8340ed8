import IssuingAuthority
import MobileDocument

/// What an issuing authority has withdrawn, and number and time of its last revocation list: each list goes on from the one before.
struct WithdrawnCertificates: Codable {
    private struct Entry: Codable {
        let serialNumber: String
        /// Seconds since 1970.
        let time: Int64
        var reason: RevocationReason
    }

    /// Number of the last list; 0 before the first.
    private(set) var lastNumber: UInt64 = 0
    /// When the last list was made, in seconds since 1970; nil before the first, and in records of before this was kept.
    private var lastUpdate: Int64?
    private var entries: [Entry] = []

    /// Begins without a list.
    init() {}

    /// Reads the record in an authority's folder; nil where there is none.
    static func read(in folder: String) throws -> WithdrawnCertificates? {
        let path = "\(folder)/\(IssuerFolder.recordFile)"
        guard OutputFile(path).isThere else { return nil }
        return try InputFile(path, for: "--issuer").json(WithdrawnCertificates.self, expecting: "what 'mdoc issuer crl' wrote; restore it from a copy")
    }

    /// How many there are.
    var count: Int { entries.count }

    /// What the lists have said.
    var signed: SignedLists {
        SignedLists(
            lastNumber: lastNumber, lastUpdate: lastUpdate.map { Instant(secondsSinceEpoch: $0) },
            withdrawn: Set(entries.compactMap { Hexadecimal.bytes($0.serialNumber) }))
    }

    /// Whether a certificate is withdrawn.
    func contains(_ serialNumber: [UInt8]) -> Bool { signed.withdrawn.contains(serialNumber) }

    /// Withdraws a certificate. One that is withdrawn already stays so since the first time; that its key is compromised may be learnt later.
    mutating func withdraw(_ serialNumber: [UInt8], _ reason: RevocationReason, at time: Instant) {
        let serialNumber = Hexadecimal.text(serialNumber)
        if let index = entries.firstIndex(where: { $0.serialNumber == serialNumber }) {
            if reason == .keyCompromise { entries[index].reason = reason }
        } else {
            entries.append(Entry(serialNumber: serialNumber, time: time.secondsSinceEpoch, reason: reason))
        }
    }

    /// Signs the next list: everything that was withdrawn, also once it has ended.
    mutating func nextList(by root: IssuerRoot, at time: Instant, hours: Int) throws(IssuingError) -> [UInt8] {
        var revoked: [RevokedCertificate] = []
        for entry in entries {
            guard let serialNumber = Hexadecimal.bytes(entry.serialNumber) else {
                throw IssuingError(.revocationList, "\"\(entry.serialNumber)\" is not a serial number")
            }
            revoked.append(RevokedCertificate(serialNumber: serialNumber, time: Instant(secondsSinceEpoch: entry.time), reason: entry.reason))
        }
        let (number, isBeyond) = lastNumber.addingReportingOverflow(1)
        guard !isBeyond else { throw IssuingError(.revocationList, "no higher number than \(lastNumber) is left") }
        let list = try root.signRevocationList(
            RevocationListContent(number: number, thisUpdate: time, nextUpdate: time.advanced(bySeconds: Int64(hours) * 3_600), revoked: revoked))
        lastNumber = number
        lastUpdate = time.secondsSinceEpoch
        return list
    }
}
