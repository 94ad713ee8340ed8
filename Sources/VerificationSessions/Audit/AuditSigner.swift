public import Crypto
import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes audit records that can be checked later with the public key alone.
public struct AuditSigner: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A decision with the name of the key that signs it.
    private struct Content: Encodable {
        let decision: AuditDecision
        let key: String

        private enum CodingKeys: CodingKey {
            case key
        }

        func encode(to encoder: any Encoder) throws {
            try decision.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
        }
    }

    /// Signs with a key that is kept for nothing else.
    public init(key: P256.Signing.PrivateKey) { self.key = key }

    /// The key that checks the chain.
    public var publicKey: AuditKey { AuditKey(key.publicKey) }

    /// Makes the record that follows `head`, which only the store knows: the content is encoded now, signed there.
    public func record(_ decision: AuditDecision) throws -> @Sendable (AuditHead) throws -> AuditRecord {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = Array(try encoder.encode(Content(decision: decision, key: publicKey.identifier)))
        let key = key
        return { head in
            let sequence = head.sequence + 1
            let signed = AuditRecord.signedBytes(sequence: sequence, previous: head.hash, content: content)
            let signature = Array(try key.signature(for: signed).rawRepresentation)
            return AuditRecord(sequence: sequence, previous: head.hash, content: content, signature: signature)
        }
    }
}
