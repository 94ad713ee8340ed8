/// What it costs that nobody can say whether something is revoked. What is known to be revoked is refused under either.
public enum RevocationPolicy: Sendable, Hashable {
    /// The report says unknown, and nothing is refused for it: a status host that is down stops nobody.
    case reportUnknown
    /// Unknown is refused, and so is what was known only from a list older than this, in seconds since it was issued.
    case refuseUnknown(maximumAge: Int64)

    /// How an unknown revocation ends its check.
    var unknownOutcome: CheckOutcome { self == .reportUnknown ? .unknown : .failed }

    /// The oldest list that counts, in seconds; nil where a list counts until it ends.
    var maximumAge: Int64? {
        guard case .refuseUnknown(let age) = self else { return nil }
        return age
    }
}
