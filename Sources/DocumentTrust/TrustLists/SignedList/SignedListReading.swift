import CBOR

/// Reads a list as its readers do, for who is about to sign it.
package enum SignedListReading {
    /// What readers would refuse of a list, or not use: the first such thing, one sentence; nil where they take all of it. Whether an entry of
    /// a RICAL stands below a trust anchor is not looked at.
    ///
    /// - Parameters:
    ///   - payload: what will be signed.
    ///   - kind: which kind of list it is.
    package static func fault(in payload: [UInt8], of kind: TrustListKind) -> String? {
        let content: SignedListContent
        do { content = try SignedListContent(ByteSlice(payload), of: kind) } catch { return error.description }
        let dropped =
            switch kind {
            case .vical: SignedListEntries(content.entries, read: VICALEntry.init).dropped
            case .rical: SignedListEntries(content.entries, read: RICALEntry.init).dropped
            }
        return dropped.first.map { "entry \($0.position): \($0.fault)" }
    }
}
