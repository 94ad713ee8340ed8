import AsyncHTTPClient

/// The way webhooks go: to the configured address and nowhere else, wherever the receiver may point.
enum WebhookClient {
    /// One for the process; it ends with it.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        // Nobody waits for the connection of a slow one.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = WebhookService.senders
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
