public import WalletBroker

/// Where a request begins that a website handed to the relay page: the broker.
public protocol RelayDesk: Sendable {
    /// Begins a request.
    ///
    /// - Parameters:
    ///   - incoming: the request, exactly as the window has it; nobody here has read it.
    ///   - agent: the window, from which the request is pulled once more after consent and which takes the answer.
    /// - Returns: the request, as the window in which the person decides sees it.
    func begin(_ incoming: IncomingRequest, from agent: any UserAgent) async throws(PresentmentRefusal) -> any ConsentSession

    /// The window that asked is gone. A request that is over stays as it is.
    func withdraw(_ session: any ConsentSession) async
}

extension PresentmentDesk: RelayDesk {}
