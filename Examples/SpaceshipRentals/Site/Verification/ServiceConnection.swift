import AsyncHTTPClient

/// How this server reaches the verifier service: a service that is away is away at once, and nobody is led elsewhere by it.
enum ServiceConnection {
    /// Lives as long as the program does.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(3)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
