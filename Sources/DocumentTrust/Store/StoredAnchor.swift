public import MobileDocument

/// A certificate in a store, which a person confirmed by its fingerprint.
public struct StoredAnchor: Sendable {
    /// The certificate, what it may vouch for, and where it came from.
    public let anchor: TrustAnchor
    /// What it is trusted for.
    public let role: TrustRole
    /// When it was added.
    public let added: Instant
}
