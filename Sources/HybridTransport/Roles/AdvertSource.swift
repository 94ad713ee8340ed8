/// What hears adverts of devices near.
public protocol AdvertSource: Sendable {
    /// Begins to listen. The stream ends when listening does; whoever lets go of it ends the listening.
    func listen() async throws(HybridError) -> AsyncStream<Advert>
}
