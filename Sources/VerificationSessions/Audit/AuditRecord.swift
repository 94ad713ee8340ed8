import Crypto
import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One link of the audit chain. Its bytes are what was hashed and signed, and are kept as they are.
public struct AuditRecord: Sendable, Hashable {
    /// Position in the chain, from 1, without gaps.
    public let sequence: Int64
    /// SHA-256 of the record before.
    public let previous: [UInt8]
    /// The decision as JSON, exactly as it was signed.
    public let content: [UInt8]
    /// ECDSA with P-256 and SHA-256 over `signed`, 64 bytes.
    public let signature: [UInt8]

    /// Takes a record that was written before.
    public init(sequence: Int64, previous: [UInt8], content: [UInt8], signature: [UInt8]) {
        self.sequence = sequence
        self.previous = previous
        self.content = content
        self.signature = signature
    }

    /// SHA-256 over everything in the record; the next one carries it.
    public var hash: [UInt8] { Array(SHA256.hash(data: signed + signature)) }

    /// The key that the record says it is signed with; nil where it names none, which no record that was written here does.
    public var keyIdentifier: String? {
        struct Named: Decodable {
            let key: String?
        }
        // Read to find the key, so before the signature has been checked.
        guard JSONNesting.isBounded(content) else { return nil }
        return try? JSONDecoder().decode(Named.self, from: Data(content)).key
    }

    /// What the signature covers: a fixed label, the position as 8 bytes, the hash of the record before, the content.
    var signed: [UInt8] { Self.signedBytes(sequence: sequence, previous: previous, content: content) }

    static func signedBytes(sequence: Int64, previous: [UInt8], content: [UInt8]) -> [UInt8] {
        Array("verification-audit-1\n".utf8) + withUnsafeBytes(of: sequence.bigEndian) { Array($0) } + previous + content
    }
}
