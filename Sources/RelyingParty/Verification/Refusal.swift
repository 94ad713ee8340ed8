public import DocumentTrust

/// A response that is not accepted: why, and no element of it.
public struct Refusal: Sendable {
    /// Every check.
    public let report: VerificationReport
    /// How the answer compares with the request, names only; empty where it could not be read.
    public let comparison: RequestComparison
    /// Where the revocation of those documents is published that who holds them showed, and of which nothing but a revocation is in doubt: a
    /// response that is refused because one is not known would otherwise be refused for ever.
    public let publishedRevocation: [PublishedRevocation]

    /// True when the data is a simulator's. Under a profile for such data, what an issuer signed is refused by the same check, and is no mock.
    public var isMockData: Bool { report.refusesMockData }

    /// The first failed check's sentence, for a log or a developer.
    public var reason: String {
        guard let first = report.failures.first else { return "the device's proof could not be checked" }
        return "\(first.identifier.rawValue): \(first.reason ?? "")"
    }
}
