import Foundation
import IdentityDocumentServices
import Synchronization

/// A broker's side of one request that does what the test says and remembers what it was told.
final class ScriptedPresentment: PresentmentPort {
    struct Record: Sendable {
        var releases = 0
        var delivered: [Data] = []
        var endings: [PresentmentEnding] = []
    }

    private let released: [ReleasedRequest]
    private let deliveryFails: Bool
    private let state = Mutex(Record())
    var record: Record { state.withLock { $0 } }

    /// - Parameter released: what each release gives, the last one for ever.
    init(_ released: ReleasedRequest..., deliveryFails: Bool = false) {
        self.released = released
        self.deliveryFails = deliveryFails
    }

    func releaseRequest() async throws(IdentityDocumentPresentmentError) -> ReleasedRequest {
        state.withLock { record in
            defer { record.releases += 1 }
            return released[min(record.releases, released.count - 1)]
        }
    }

    func deliver(_ response: Data) async throws(IdentityDocumentPresentmentError) {
        state.withLock { $0.delivered.append(response) }
        if deliveryFails { throw IdentityDocumentPresentmentError(.unknown, "the user agent is gone") }
    }

    func end(_ ending: PresentmentEnding) async { state.withLock { $0.endings.append(ending) } }
}
