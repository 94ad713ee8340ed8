import Crypto

/// The digest algorithms of a mobile security object; names are exactly these.
public enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// SHA-256.
    case sha256 = "SHA-256"
    /// SHA-384.
    case sha384 = "SHA-384"
    /// SHA-512.
    case sha512 = "SHA-512"

    /// Bytes of a digest.
    public var digestBytes: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The digest of `bytes`.
    package func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .sha256: [UInt8](SHA256.hash(data: bytes))
        case .sha384: [UInt8](SHA384.hash(data: bytes))
        case .sha512: [UInt8](SHA512.hash(data: bytes))
        }
    }

    /// Whether `digest` is the digest of `bytes`, compared in constant time.
    package func matches(_ digest: ArraySlice<UInt8>, of bytes: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .sha256: Self.matches(digest, of: bytes, SHA256.self)
        case .sha384: Self.matches(digest, of: bytes, SHA384.self)
        case .sha512: Self.matches(digest, of: bytes, SHA512.self)
        }
    }

    private static func matches<Hash: HashFunction>(_ digest: ArraySlice<UInt8>, of bytes: ArraySlice<UInt8>, _: Hash.Type) -> Bool {
        // Made here: one that is handed in is shared with the caller, and its first update copies it.
        var hash = Hash()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        // The library's own comparison is generic over collections and dearer than hashing a short element.
        return hash.finalize().withUnsafeBytes { computed in
            digest.withUnsafeBytes { digest in
                guard computed.count == digest.count else { return false }
                // Every algorithm's digests are a multiple of eight bytes long.
                var difference: UInt64 = 0
                for offset in stride(from: 0, to: computed.count, by: 8) {
                    let left = computed.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    difference |= left ^ digest.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                }
                return difference == 0
            }
        }
    }
}
