public import DocumentTrust
import Synchronization

/// The trust of this moment, for verifiers. Taking it costs a lock and never waits for the network; what was taken stays as it
/// is, so that one verification is judged by one trust from its beginning to its end.
public final class RefreshedTrust: Sendable {
    private let list: Mutex<IssuerTrustList>

    init(_ list: IssuerTrustList) { self.list = Mutex(list) }

    /// The newest snapshot.
    public var snapshot: IssuerTrustList { list.withLock { $0 } }

    func replace(with list: IssuerTrustList) { self.list.withLock { $0 = list } }
}
