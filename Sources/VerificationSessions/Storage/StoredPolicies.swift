#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import MobileDocument

/// Policies of sessions as stores keep them: as JSON, the way they were when the session started.
///
/// A session is read at each of its steps, nearly always with a policy that was read before. Those are remembered by their text, and
/// texts by their policy. Texts are arrays: what only a `Data` holds, which tags its pointer, looks lost to a search for lost memory.
package enum StoredPolicies {
    /// Policies of a service are few; sessions made of goals can have many.
    static let mostKnown = 256
    private static let policies = BoundedMemory<[UInt8], VerificationPolicy>(most: mostKnown)
    private static let texts = BoundedMemory<VerificationPolicy, [UInt8]>(most: mostKnown)

    /// The policy as text, the same for equal policies.
    package static func encode(_ policy: VerificationPolicy) throws -> [UInt8] {
        try texts.value(of: policy) { Array(try VerificationFlow.encoder().encode($0)) }
    }

    /// The policy of a text.
    package static func decode(_ text: [UInt8]) throws -> VerificationPolicy {
        try policies.value(of: text) { text in
            guard JSONNesting.isBounded(text) else {
                throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "it is nested deeper than a policy, or has too many combining marks in a row"))
            }
            return try JSONDecoder().decode(StoredPolicy.self, from: Data(text)).policy
        }
    }
}
