import CBOR
import Synchronization

/// Paths already found, by the signer's certificate.
///
/// It belongs to one trust list, so a change of trust begins with an empty one. A path found for a certificate holds
/// whatever else a message carries, and only certificates with a path are kept: nobody but a trusted authority can fill it,
/// and the junk around a certificate is not stored. Time is judged anew at every use.
final class SignerCache: Sendable {
    struct Entry: Sendable {
        let path: CertificationPath
        let description: SignerDescription
        /// Results that do not depend on the time or the document.
        let findings: [ProfileFinding]
    }

    private let entries = Mutex<[ByteSlice: Entry]>([:])
    private static let capacity = 1024

    subscript(certificate: ByteSlice) -> Entry? {
        entries.withLock { $0[certificate] }
    }

    func store(_ entry: Entry, for certificate: ByteSlice) {
        // An own copy as the key: a slice would keep the whole response in memory.
        let key = ByteSlice(certificate.array)
        entries.withLock { entries in
            if entries.count >= Self.capacity, let victim = entries.keys.first { entries[victim] = nil }
            entries[key] = entry
        }
    }
}
