/// An issuer somebody wrote down: where it publishes its root, and what it wants of wallets. It is trusted by that in nothing.
public struct KnownIssuer: Sendable, Hashable {
    /// How its root can be found.
    public enum Root: Sendable, Hashable {
        /// The SHA-256 of the certificate, lower-case hexadecimal, and the page it is published on.
        case published(fingerprint: String, page: String)
        /// Why there is none to compare with.
        case missing(reason: String)
    }

    /// The region, ISO 3166-1 or 3166-2, such as `JP` or `US-AZ`.
    public let region: String
    /// Its name.
    public let name: String
    /// The type of document it issues.
    public let docType: String
    /// What it wants of a wallet.
    public let minimum: HolderCapability
    /// Its root.
    public let root: Root
}
