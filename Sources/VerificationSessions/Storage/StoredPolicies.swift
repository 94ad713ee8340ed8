#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import MobileDocument
import Synchronization

/// Policies of sessions as stores keep them: as JSON, the way they were when the session started.
///
/// A session is read at each of its steps, nearly always with a policy that was read before. Those are remembered by their text, and
/// texts by their policy. Texts are arrays: what only a `Data` holds, which tags its pointer, looks lost to a search for lost memory.
package enum StoredPolicies {
    private static let policies = Mutex<[[UInt8]: VerificationPolicy]>([:])
    private static let texts = Mutex<[VerificationPolicy: [UInt8]]>([:])
    /// Policies of a service are few; sessions made of goals can have many.
    private static let mostKnown = 256

    /// The policy as text, the same for equal policies.
    package static func encode(_ policy: VerificationPolicy) throws -> [UInt8] {
        if let text = texts.withLock({ $0[policy] }) { return text }
        let text = Array(try VerificationFlow.encoder().encode(policy))
        texts.withLock { remember(text, of: policy, in: &$0) }
        return text
    }

    /// The policy of a text.
    package static func decode(_ text: [UInt8]) throws -> VerificationPolicy {
        if let policy = policies.withLock({ $0[text] }) { return policy }
        guard JSONNesting.isBounded(text) else {
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "it is nested deeper than a policy"))
        }
        let policy = try JSONDecoder().decode(StoredPolicy.self, from: Data(text)).policy
        policies.withLock { remember(policy, of: text, in: &$0) }
        return policy
    }

    private static func remember<Key, Value>(_ value: Value, of key: Key, in known: inout [Key: Value]) {
        if known.count >= mostKnown { known.removeAll(keepingCapacity: true) }
        known[key] = value
    }
}
