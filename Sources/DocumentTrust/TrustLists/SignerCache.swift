import CBOR
import Synchronization

/// Paths already found, by the certificates the message carried.
///
/// It belongs to one trust list, so a change of trust begins with an empty one. Only successes are kept, so hostile
/// messages cannot push good entries out with junk, and time is judged anew at every use.
final class SignerCache: Sendable {
    struct Entry: Sendable {
        let chain: [ParsedCertificate]
        let path: CertificationPath
        /// Results that do not depend on the time or the document.
        let profile: [ProfileFinding]
    }

    private let entries = Mutex<[[ByteSlice]: Entry]>([:])
    private static let capacity = 1024

    subscript(chain: [ByteSlice]) -> Entry? {
        entries.withLock { $0[chain] }
    }

    func store(_ entry: Entry, for chain: [ByteSlice]) {
        // Own copies as keys: a slice would keep the whole response in memory.
        let key = chain.map { ByteSlice($0.array) }
        entries.withLock { entries in
            if entries.count >= Self.capacity, let victim = entries.keys.first { entries[victim] = nil }
            entries[key] = entry
        }
    }
}
