/// The way to the person's wallet. The wallet knows by itself which program asks, and what that may ask for.
public protocol WalletConnection: Sendable {
    /// Whether this app may ask for one of these, and the person has a document that answers it.
    func canPresent(_ alternatives: [InAppPresentment.Alternative]) async -> Bool
    /// Has the person asked; gives the sealed answer, or `cancelled` for a request that was taken back.
    func present(_ presentment: InAppPresentment) async -> Result<WalletAnswer, IdentityError>
    /// Takes a request back, and no other. It may come just before the request, which then is `cancelled` at once, and just after its end.
    func cancel(_ request: InAppPresentment.Identifier) async
}
