/// A provider that can answer a request, and with what. Providers that cannot, or may not know of the request, have none.
public struct ProviderOffer: Sendable, Hashable {
    /// The provider's name in the registry.
    public let provider: String
    /// For each presentment request, the positions of the sets the provider can answer whole; empty where it can answer none.
    public let answerableSets: [[Int]]
    /// For each document request, the provider's documents that can answer it, by their names in its own storage, sorted.
    public let documents: [[String]]

    /// Whether it has each document that another offer for the same request has.
    func covers(_ other: ProviderOffer) -> Bool {
        provider == other.provider && zip(documents, other.documents).allSatisfy { Set($0).isSuperset(of: $1) }
    }
}
