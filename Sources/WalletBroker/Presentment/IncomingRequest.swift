/// A request that has come to the broker.
public struct IncomingRequest: Sendable, Hashable {
    /// The request, unread.
    public let request: RawRequest
    /// The person's language (BCP 47).
    public let locale: String
    /// Who reported the page.
    public let reporter: Reporter
    /// Whether the page is open on another device.
    public let isOnAnotherDevice: Bool

    /// Describes a request.
    public init(request: RawRequest, locale: String, reporter: Reporter, isOnAnotherDevice: Bool = false) {
        self.request = request
        self.locale = locale
        self.reporter = reporter
        self.isOnAnotherDevice = isOnAnotherDevice
    }
}
