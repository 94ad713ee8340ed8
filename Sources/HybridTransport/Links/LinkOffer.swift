/// What an authenticator gives to a client that asks for being remembered.
public struct LinkOffer: Sendable {
    let contact: ContactSecret
    let name: String
    let remember: @Sendable (LinkedClient) async -> Bool

    /// Makes an offer.
    ///
    /// - Parameters:
    ///   - contact: with what this device waits for its linked clients.
    ///   - name: what the client shows for this device, 256 bytes at most.
    ///   - remember: keeps the link, before the client is told of it; false where that fails, and then nothing is linked.
    public init(contact: ContactSecret, name: String, remember: @escaping @Sendable (LinkedClient) async -> Bool) {
        (self.contact, self.name, self.remember) = (contact, name, remember)
    }
}
