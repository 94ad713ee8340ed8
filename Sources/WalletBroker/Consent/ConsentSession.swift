public import PresentmentRequest
public import UserVerification

/// One request at the broker, from the moment its providers are known to its end, as the window in which the person decides sees it.
public protocol ConsentSession: Sendable {
    /// Names it in addresses; nobody can guess it.
    var identifier: String { get }
    /// Who asks.
    var requester: Requester { get }
    /// What is asked.
    var request: PartialRequest { get }
    /// Where it stands, and each change from there to its end.
    func stages() async -> AsyncStream<ConsentStage>
    /// The person selects a provider. Only that one learns of the request.
    ///
    /// - Parameter language: the language of the window in which they do (BCP 47), and so of the provider's sheet; nil for the one the request
    ///   came with.
    func select(_ provider: String, in language: String?) async throws(ConsentFault)
    /// The person selects another device. The request goes there, and no app here learns of it.
    func use(_ device: String) async throws(ConsentFault)
    /// The person uses a button of the provider's sheet.
    func act(_ action: String, values: [String: String]) async throws(ConsentFault)
    /// The owner was verified for this transaction: the request is released.
    func confirm(_ user: VerifiedUser) async throws(ConsentFault)
    /// The person declines, or closes the window. The website learns no more than that.
    func decline() async
}

extension ConsentSession {
    /// Where nothing has a language of its own.
    public func select(_ provider: String) async throws(ConsentFault) { try await select(provider, in: nil) }
}
