import AsyncHTTPClient

/// The way webhooks go: to the configured address and nowhere else, wherever the receiver may point.
enum WebhookClient {
    /// One for the process; it ends with it.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
