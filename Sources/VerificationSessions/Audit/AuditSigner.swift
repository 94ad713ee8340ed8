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

    /// Signs with a key that is kept for nothing else.
    public init(key: P256.Signing.PrivateKey) { self.key = key }

    /// The key that checks the chain.
    public var publicKey: P256.Signing.PublicKey { key.publicKey }

    /// Makes the record that follows `head`, which only the store knows: the content is encoded now, signed there.
    public func record(_ decision: AuditDecision) throws -> @Sendable (AuditHead) throws -> AuditRecord {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = Array(try encoder.encode(decision))
        let key = key
        return { head in
            let sequence = head.sequence + 1
            let signed = AuditRecord.signedBytes(sequence: sequence, previous: head.hash, content: content)
            let signature = Array(try key.signature(for: signed).rawRepresentation)
            return AuditRecord(sequence: sequence, previous: head.hash, content: content, signature: signature)
        }
    }
}
