/// With what an authenticator waits at a tunnel service for the devices that are linked to it, 32 bytes.
///
/// Clients are given its identifier only. The service derives that from the secret it is shown, so whoever knows the identifier cannot wait
/// in the authenticator's place, and the service need not remember who registered.
public struct ContactSecret: Sendable {
    let bytes: [UInt8]

    package static let count = 32

    /// Makes a new one.
    public init() { bytes = RandomBytes.make(Self.count) }

    /// Takes one that was kept; nil for another number of bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// By what clients find the authenticator.
    public var identifier: ContactIdentifier { ContactIdentifier(of: self) }

    /// Its bytes, a secret, for a place that only its owner reads, and for the tunnel service at which the device waits. Whoever has them can wait
    /// there in its place.
    public var secretBytes: [UInt8] { bytes }
}

extension ContactSecret: Withheld {
    /// Nothing of it.
    public var description: String { "contact secret" }
}
