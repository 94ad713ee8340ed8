import CBOR
public import MobileDocument

/// Status tokens fetched ahead of time, by address. A snapshot: verification looks into it and asks nobody.
///
/// Nothing in it is trusted for being in it. A token is verified when a document first needs it, under the certificate that
/// document's issuer vouches with, and the result is kept as long as the token.
public struct StatusLists: Sendable {
    private var tokens: [String: FetchedStatusToken] = [:]

    /// Makes an empty snapshot.
    public init() {}

    /// Puts a token in, in place of an earlier one of the same address.
    ///
    /// - Parameters:
    ///   - token: its bytes, as fetched. Whether they are a token is found at its use, and then reported.
    ///   - uri: the address it was fetched from.
    ///   - fetchedAt: when.
    public mutating func insert(_ token: [UInt8], from uri: String, fetchedAt: Instant) {
        tokens[uri] = FetchedStatusToken(token, from: uri, fetchedAt: fetchedAt)
    }

    /// Puts in a token that was verified already.
    mutating func insert(_ token: FetchedStatusToken) { tokens[token.uri] = token }

    /// Takes out the token of an address.
    mutating func remove(_ uri: String) { tokens[uri] = nil }

    /// The addresses at hand, sorted.
    public var uris: [String] { tokens.keys.sorted() }

    /// When the token of an address was fetched; nil where there is none.
    public func fetchedAt(_ uri: String) -> Instant? { tokens[uri]?.fetchedAt }

    subscript(uri: String) -> FetchedStatusToken? {
        // Keys of a dictionary are equal by Unicode's canonical equivalence, addresses by their bytes.
        guard let token = tokens[uri], ExactText.isSame(token.uri, uri) else { return nil }
        return token
    }
}
