public import IssuingAuthority
public import MobileDocument

/// A grant that was signed for one build of an app.
public struct IssuedGrant: Sendable, Hashable, Codable {
    /// Serial number in hexadecimal, of the same series as those of certificates.
    public let serialNumber: String
    /// The brand's identifier.
    public let brand: String
    /// Number of the application it rests on.
    public let application: Int
    /// Identifier of the app.
    public let client: String
    /// SHA-256 of the executable, in hexadecimal.
    public let executable: String
    /// The signed token.
    public let token: String
    private let begin: Int64
    private let end: Int64
    /// Why it was withdrawn; nil while it is not.
    public private(set) var revocationReason: RevocationReason?
    private var revocationTime: Int64?

    init(
        serialNumber: String, brand: String, application: Int, client: String, executable: String, token: String, notBefore: Instant, notAfter: Instant
    ) {
        self.serialNumber = serialNumber
        self.brand = brand
        self.application = application
        self.client = client
        self.executable = executable
        self.token = token
        begin = notBefore.secondsSinceEpoch
        end = notAfter.secondsSinceEpoch
    }

    /// First second in which it counts.
    public var notBefore: Instant { Instant(secondsSinceEpoch: begin) }
    /// Last second in which it counts.
    public var notAfter: Instant { Instant(secondsSinceEpoch: end) }
    /// When it was withdrawn; nil while it is not.
    public var revokedAt: Instant? { revocationTime.map { Instant(secondsSinceEpoch: $0) } }

    mutating func revoke(_ reason: RevocationReason, at time: Instant) {
        revocationReason = reason
        revocationTime = time.secondsSinceEpoch
    }
}
