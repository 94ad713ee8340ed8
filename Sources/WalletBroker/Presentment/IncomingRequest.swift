/// A request that has come to the broker.
public struct IncomingRequest: Sendable, Hashable {
    /// The request, unread.
    public let request: RawRequest
    /// The person's language (BCP 47).
    public let locale: String
    /// The program that reported the page, by its path; nil for a window of the broker's own.
    public let reportingProgram: String?
    /// Whether the page is open on another device.
    public let isOnAnotherDevice: Bool

    /// Describes a request.
    public init(request: RawRequest, locale: String, reportingProgram: String?, isOnAnotherDevice: Bool = false) {
        self.request = request
        self.locale = locale
        self.reportingProgram = reportingProgram
        self.isOnAnotherDevice = isOnAnotherDevice
    }
}
