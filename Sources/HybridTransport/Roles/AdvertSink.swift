/// What sends an advert to devices near.
public protocol AdvertSink: Sendable {
    /// Sends it, again and again, until the task is cancelled. Throws where it cannot be sent at all.
    func send(_ advert: Advert) async throws(HybridError)
}
