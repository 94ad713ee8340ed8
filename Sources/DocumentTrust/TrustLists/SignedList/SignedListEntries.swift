import CBOR

/// An entry of a signed list, with the certificate it is about.
protocol SignedListEntry {
    var certificate: ParsedCertificate { get }
}

/// The entries of a signed list: those that agree with their certificates, and the others by name.
struct SignedListEntries<Entry: SignedListEntry> {
    private(set) var kept: [(position: Int, entry: Entry)] = []
    private(set) var dropped: [DroppedTrustListEntry] = []

    init(_ items: [CBORItem], read: (CBORItem) throws(TrustListEntryFault) -> Entry) {
        var seen: Set<ByteSlice> = []
        for (position, item) in items.enumerated() {
            do throws(TrustListEntryFault) {
                let entry = try read(item)
                guard seen.insert(entry.certificate.encoded).inserted else { throw TrustListEntryFault.duplicate }
                kept.append((position, entry))
            } catch {
                dropped.append(DroppedTrustListEntry(position: position, fault: error))
            }
        }
    }

    /// Drops those that do not fit among the others.
    mutating func drop(where fault: (Entry) -> TrustListEntryFault?) {
        var fitting: [(position: Int, entry: Entry)] = []
        for item in kept {
            if let fault = fault(item.entry) {
                dropped.append(DroppedTrustListEntry(position: item.position, fault: fault))
            } else {
                fitting.append(item)
            }
        }
        kept = fitting
        dropped.sort { $0.position < $1.position }
    }

    /// The entries in use.
    var entries: [Entry] { kept.map(\.entry) }

    /// Names every entry that is not used.
    func record(in report: inout VerificationReport) {
        if dropped.isEmpty {
            report.require(!kept.isEmpty, .listEntries, severity: .warn, "the list names no authority")
        }
        for entry in dropped { report.record(.listEntries, .warning, "entry \(entry.position) is not used: \(entry.fault)") }
    }
}
