public import WalletBroker

/// Where a request begins that a website handed to the relay page: the broker.
public protocol RelayDesk: Sendable {
    /// Begins a request.
    ///
    /// - Parameters:
    ///   - requestData: the request's `data` as JSON text, exactly as the window has it; nobody here has read it.
    ///   - origin: the website, as the browser names it.
    ///   - language: the person's language (BCP 47).
    ///   - agent: the window, from which the request is pulled once more after consent and which takes the answer.
    /// - Returns: the request, as the window in which the person decides sees it.
    func begin(
        _ requestData: [UInt8], origin: String, language: String, agent: any RequestingAgent
    ) async throws(RelayRefusal) -> any ConsentSession

    /// The window that asked is gone. A request that is over stays as it is.
    func withdraw(_ session: String) async
}
