#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
import Synchronization

/// Policies of sessions as stores keep them: as JSON, the way they were when the session started.
///
/// A session is read at each of its steps, nearly always with a policy that was read before. Those are remembered by their text.
package enum StoredPolicies {
    private static let known = Mutex<[Data: VerificationPolicy]>([:])
    /// Policies of a service are few; sessions made of goals can have many.
    private static let mostKnown = 256

    /// The policy as text, the same for equal policies.
    package static func encode(_ policy: VerificationPolicy) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(policy)
    }

    /// The policy of a text.
    package static func decode(_ text: Data) throws -> VerificationPolicy {
        if let policy = known.withLock({ $0[text] }) { return policy }
        let policy = try JSONDecoder().decode(StoredPolicy.self, from: text).policy
        known.withLock { known in
            if known.count >= mostKnown { known.removeAll(keepingCapacity: true) }
            known[text] = policy
        }
        return policy
    }
}
