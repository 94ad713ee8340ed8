public import DocumentTrust
import Synchronization

/// The trust of this moment, for verifiers and wallets. Taking it costs a lock and never waits for the network; what was taken stays
/// as it is, so that one verification is judged by one trust from its beginning to its end.
public final class RefreshedTrust: Sendable {
    private struct Held {
        var issuers: IssuerTrustList
        var readers: ReaderTrustList
    }

    private let held: Mutex<Held>

    init(issuers: IssuerTrustList, readers: ReaderTrustList) { held = Mutex(Held(issuers: issuers, readers: readers)) }

    /// The newest snapshot for verifiers: who vouches for documents.
    public var snapshot: IssuerTrustList { held.withLock { $0.issuers } }

    /// The newest snapshot for wallets: who vouches for readers.
    public var readers: ReaderTrustList { held.withLock { $0.readers } }

    func replace(issuers: IssuerTrustList) { held.withLock { $0.issuers = issuers } }

    func replace(issuers: IssuerTrustList, readers: ReaderTrustList) { held.withLock { $0 = Held(issuers: issuers, readers: readers) } }
}
