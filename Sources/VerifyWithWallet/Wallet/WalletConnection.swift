/// The way to the person's wallet. The wallet knows by itself which program asks, and what that may ask for.
public protocol WalletConnection: Sendable {
    /// Whether this app may ask for one of these, and the person has a document that answers it.
    func canPresent(_ alternatives: [InAppPresentment.Alternative]) async -> Bool
    /// Has the person asked; gives the sealed answer.
    func present(_ presentment: InAppPresentment) async -> Result<[UInt8], IdentityError>
    /// Takes the request back.
    func cancel() async
}
