import Crypto

/// A credential of the website's backend. The service knows its digest only.
public struct BackendKey: Sendable, Hashable {
    /// A name for logs.
    public let name: String
    private let digest: [UInt8]

    /// Takes the SHA-256 of a key; nil if it is not 32 bytes.
    init?(name: String, digest: [UInt8]) {
        guard digest.count == SHA256.byteCount else { return nil }
        self.name = name
        self.digest = digest
    }

    /// Compares in constant time.
    func matches(_ presented: SHA256Digest) -> Bool { presented == digest }
}
