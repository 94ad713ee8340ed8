public import Crypto

/// Writes audit records that can be checked later with the public key alone.
public struct AuditSigner: Sendable {
    private let key: P256.Signing.PrivateKey
    /// The key that checks the chain.
    public let publicKey: AuditKey

    /// Signs with a key that is kept for nothing else.
    public init(key: P256.Signing.PrivateKey) {
        self.key = key
        publicKey = AuditKey(key.publicKey)
    }

    /// Makes the record that follows `head`, which only the store knows: the content is encoded now, signed there.
    public func record(_ decision: AuditDecision) -> @Sendable (AuditHead) throws -> AuditRecord {
        let content = decision.json(signedWith: publicKey.identifier)
        return { [key] head in
            let sequence = head.sequence + 1
            let signed = AuditRecord.signedBytes(sequence: sequence, previous: head.hash, content: content)
            let signature = Array(try key.signature(for: signed).rawRepresentation)
            return AuditRecord(sequence: sequence, previous: head.hash, content: content, signature: signature)
        }
    }
}
