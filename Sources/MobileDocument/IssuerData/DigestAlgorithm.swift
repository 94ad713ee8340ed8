import CBOR
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
        case .sha256: Self.matches(digest, of: bytes, SHA256())
        case .sha384: Self.matches(digest, of: bytes, SHA384())
        case .sha512: Self.matches(digest, of: bytes, SHA512())
        }
    }

    private static func matches(_ digest: ArraySlice<UInt8>, of bytes: ArraySlice<UInt8>, _ hash: some HashFunction) -> Bool {
        var hash = hash
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        // The library's own comparison is generic over collections and dearer than hashing a short element.
        return hash.finalize().withUnsafeBytes { computed in
            guard computed.count == digest.count else { return false }
            var difference: UInt8 = 0
            for (left, right) in zip(computed, digest) { difference |= left ^ right }
            return difference == 0
        }
    }
}
