public import MobileDocument

/// How far a domain of a brand is proven.
public struct DomainProof: Sendable, Hashable, Codable {
    /// Seconds a proof lasts; then the domain must be proven again: 397 days, as long as a certificate.
    public static let lifetime: Int64 = 397 * 86_400
    /// Seconds before its end in which a brand that is not approved can make a proof again: 30 days.
    public static let renewal: Int64 = 30 * 86_400

    /// The challenge that is open; nil once met.
    public internal(set) var challenge: DomainChallenge?
    private var proven: Int64?

    init(challenge: DomainChallenge) { self.challenge = challenge }

    /// When it was proven; nil before.
    public var provenAt: Instant? { proven.map { Instant(secondsSinceEpoch: $0) } }

    /// Last moment at which the proof counts; nil before it is proven.
    public var validUntil: Instant? { provenAt?.advanced(bySeconds: Self.lifetime) }

    /// Whether the domain is proven at a moment.
    public func isProven(at time: Instant) -> Bool {
        guard let provenAt, let validUntil else { return false }
        return provenAt <= time && time <= validUntil
    }

    /// Whether the domain is proven at a moment, and will be after the time in which a proof is made again.
    func isLasting(at time: Instant) -> Bool { isProven(at: time) && isProven(at: time.advanced(bySeconds: Self.renewal)) }

    mutating func prove(at time: Instant) {
        challenge = nil
        proven = time.secondsSinceEpoch
    }
}
