import CBOR
import Synchronization

/// Signers whose paths are already found, by their certificates.
///
/// It belongs to one trust list, so a change of trust begins with an empty one. A path found for a certificate holds
/// whatever else a message carries, and only certificates with a path are kept: nobody but a trusted authority can fill it,
/// and the junk around a certificate is not stored. Time is judged anew at every use.
final class SignerCache: Sendable {
    private let entries = Mutex<[ByteSlice: DocumentSigner]>([:])
    private static let capacity = 1024

    subscript(certificate: ByteSlice) -> DocumentSigner? {
        entries.withLock { $0[certificate] }
    }

    func store(_ signer: DocumentSigner, for certificate: ByteSlice) {
        guard signer.path != nil else { return }
        // An own copy as the key: a slice would keep the whole response in memory.
        let key = ByteSlice(certificate.array)
        entries.withLock { entries in
            if entries.count >= Self.capacity, let victim = entries.keys.first { entries[victim] = nil }
            entries[key] = signer
        }
    }
}
