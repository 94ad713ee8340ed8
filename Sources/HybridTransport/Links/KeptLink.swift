/// One side of a link between two devices, as it is kept for the next time.
public protocol KeptLink: Sendable {
    /// Names the link on both sides.
    var identifier: LinkIdentifier { get }
    /// Its bytes, secrets among them, for a place that only its owner reads.
    var encoded: [UInt8] { get }

    /// Reads what was kept.
    ///
    /// - Throws: `hybrid.link` for anything else.
    init(encoded bytes: [UInt8]) throws(HybridError)
}
