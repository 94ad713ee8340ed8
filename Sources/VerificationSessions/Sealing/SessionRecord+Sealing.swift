import Crypto
import MobileDocument

extension SessionRecord {
    /// What the session's secret is sealed for: the session, and all that was decided when it started.
    ///
    /// A record lies open in its store. Where that has another policy, another end or another reference for the session later, the secret
    /// does not open, and no answer is judged by what somebody wrote there.
    func secretContext() throws -> String {
        var hash = SHA256()
        hash.update(data: Array("\(createdAt.secondsSinceEpoch)\n\(expiresAt.secondsSinceEpoch)\n\(correlation)\n\(reference ?? "")\n".utf8))
        hash.update(data: try StoredPolicies.encode(policy))
        return "\(id.rawValue)\n\(Base64URL.encode(Array(hash.finalize())))"
    }
}
