import CBOR
import MobileDocument
import Synchronization

/// A token with the moment it was fetched, which remembers what verifying it gave.
///
/// Which certificate must vouch for it depends on the document that names it: its root, or the certificate in its status
/// entry. So it is verified at its first use and not when it is handed in, once for each such certificate, and never once
/// for each response. It is a class so that all copies of a snapshot, and its successors, share that work.
final class FetchedStatusToken: Sendable {
    let uri: String
    let fetchedAt: Instant
    private let token: Result<StatusToken, StatusFault>
    private let verdicts = Mutex<[ByteSlice: Result<VerifiedStatusList, StatusFault>]>([:])
    /// Documents of one list name one certificate, a few while keys change.
    private static let capacity = 4

    init(_ bytes: [UInt8], from uri: String, fetchedAt: Instant) {
        self.uri = uri
        self.fetchedAt = fetchedAt
        token = Result { () throws(StatusFault) in try StatusToken(bytes) }
    }

    /// Puts in a list that was verified already.
    init(_ list: VerifiedStatusList, token: StatusToken, vouchedBy authority: ParsedCertificate, fetchedAt: Instant) {
        uri = list.uri
        self.fetchedAt = fetchedAt
        self.token = .success(token)
        verdicts.withLock { $0[authority.encoded] = .success(list) }
    }

    /// The token verified under a certificate. The lock is held meanwhile, so that nobody does the same work beside.
    ///
    /// - Parameters:
    ///   - encoded: the certificate's bytes, by which the result is kept.
    ///   - authority: the certificate, read only where there is no result yet.
    func verified(
        vouchedBy encoded: ByteSlice, _ authority: () throws(StatusFault) -> ParsedCertificate
    ) throws(StatusFault) -> VerifiedStatusList {
        let verdict = verdicts.withLock { verdicts in
            if let known = verdicts[encoded] { return known }
            let verdict = Result { () throws(StatusFault) in
                try VerifiedStatusList(token.get(), from: uri, vouchedBy: authority())
            }
            if verdicts.count >= Self.capacity, let victim = verdicts.keys.first { verdicts[victim] = nil }
            // An own copy as the key: a slice would keep the whole response in memory.
            verdicts[ByteSlice(encoded.array)] = verdict
            return verdict
        }
        return try verdict.get()
    }

    /// How many certificates it has been verified under.
    var verifications: Int { verdicts.withLock { $0.count } }
}
