import CBOR
import Synchronization

/// Signers whose paths are already found, by their certificates.
///
/// It belongs to one trust list, so a change of trust begins with an empty one. A path found for a certificate holds
/// whatever else a message carries, and only certificates with a path are kept: nobody but a trusted authority can fill it,
/// and the junk around a certificate is not stored. Time is judged anew at every use.
final class SignerCache: Sendable {
    /// A certificate, found by the end of its signature and equal only where every byte is. Hashing all of it would take longer than
    /// anything else that is done with a known signer.
    private struct Key: Hashable {
        let certificate: ByteSlice

        func hash(into hasher: inout Hasher) {
            hasher.combine(certificate.count)
            certificate.bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.suffix(16))) }
        }
    }

    private let entries = Mutex<[Key: DocumentSigner]>([:])
    private static let capacity = 1024

    subscript(certificate: ByteSlice) -> DocumentSigner? {
        entries.withLock { $0[Key(certificate: certificate)] }
    }

    func store(_ signer: DocumentSigner, for certificate: ByteSlice) {
        guard signer.path != nil else { return }
        // An own copy as the key: a slice would keep the whole response in memory.
        let key = Key(certificate: ByteSlice(certificate.array))
        entries.withLock { entries in
            if entries.count >= Self.capacity, let victim = entries.keys.first { entries[victim] = nil }
            entries[key] = signer
        }
    }
}
