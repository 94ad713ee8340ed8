public import MobileDocument

/// An entry of a revocation list.
public struct RevokedCertificate: Sendable, Hashable {
    /// The certificate's serial number, highest octet first.
    public let serialNumber: [UInt8]
    /// When it was withdrawn.
    public let time: Instant
    /// Why; in the list of a reader authority only.
    public let reason: RevocationReason

    /// Describes an entry.
    public init(serialNumber: [UInt8], time: Instant, reason: RevocationReason = .unspecified) {
        self.serialNumber = serialNumber
        self.time = time
        self.reason = reason
    }
}
