import IdentityElements

/// The rule of `age_over_NN`: a question about an age is answered by the nearest attestation that settles it
/// (ISO/IEC 18013-5, 7.2.5). Wallet and verifier share this one function.
public enum AgeAttestation {
    /// Namespaces in which `age_over_NN` follows the rule; elsewhere the name is matched exactly.
    public static let nameSpaces: Set<NameSpace> = [.mobileDrivingLicence, "org.iso.23220.1"]

    /// Most `age_over_NN` elements one request may ask for, and one answer should give.
    public static let maximumPerRequest = IdentityRequestError.maximumThresholds

    /// `NN` of `age_over_NN`: two digits.
    public static func threshold(of identifier: ElementIdentifier) -> Int? { AgeThreshold(ofElement: identifier.rawValue)?.years }

    /// `age_over_NN` for a threshold from 0 to 99.
    public static func identifier(of threshold: Int) -> ElementIdentifier {
        ElementIdentifier(rawValue: AgeThreshold.elementIdentifier(years: threshold))
    }

    /// The attestation that answers "at least `age`?": the smallest true one at or above it, else the largest false one at
    /// or below it, else none.
    ///
    /// - Parameter attestations: what the document attests, by threshold.
    @inlinable
    public static func nearest(to age: Int, in attestations: some Sequence<(key: Int, value: Bool)>) -> Int? {
        var above: Int?
        var below: Int?
        for (threshold, isReached) in attestations {
            if isReached, threshold >= age { above = min(above ?? threshold, threshold) }
            if !isReached, threshold <= age { below = max(below ?? threshold, threshold) }
        }
        return above ?? below
    }

    /// What attestations say about "at least `age`?"; nil when they leave it open.
    public static func isAtLeast(_ age: Int, accordingTo attestations: [Int: Bool]) -> Bool? {
        nearest(to: age, in: attestations).flatMap { attestations[$0] }
    }
}
