import CBOR
public import DocumentTrust

/// The identifier list of an authority: the identifiers of revoked documents, to which none is ever taken away.
public struct IdentifierListPublisher: Sendable {
    /// Address of the list, which documents name.
    public let uri: String
    private var identifiers: Set<ByteSlice> = []

    /// Makes a list that names nothing.
    ///
    /// - Parameter uri: an https address: verifiers fetch no other.
    /// - Throws: ``IssuingError`` `issuer.status.address`.
    public init(uri: String) throws(IssuingError) {
        try StatusTokenWriter.check(uri)
        self.uri = uri
    }

    /// Goes on from an earlier token of ours, whatever its address: documents that name it must still be revoked.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.kind` if it is no identifier list.
    public init(resuming list: VerifiedStatusList) throws(IssuingError) {
        guard let identifiers = list.identifiers else { throw IssuingError(.statusKind, "the earlier token is not an identifier list") }
        uri = list.uri
        self.identifiers = identifiers
    }

    /// Number of identifiers.
    public var count: Int { identifiers.count }

    /// Whether this list revokes every document that another one revokes.
    package func keeps(_ other: VerifiedStatusList) -> Bool { other.identifiers?.isSubset(of: identifiers) ?? false }

    /// Revokes a document, for good.
    public mutating func revoke(_ identifier: [UInt8]) { identifiers.insert(ByteSlice(identifier)) }

    /// Publishes the list as it is now, identifiers in order, so that the order tells nothing of when each was revoked.
    ///
    /// - Parameters:
    ///   - signer: a status signer of the root that issues the documents' signers.
    /// - Returns: the token, ready to be served as `application/identifierlist+cwt`.
    /// - Throws: ``IssuingError`` `issuer.status.period`, `issuer.status.signing` or `issuer.status.size`.
    public func token(_ period: StatusTokenPeriod, signer: CertifiedKey) throws(IssuingError) -> [UInt8] {
        let sorted = identifiers.map(\.array).sorted {
            $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
        }
        let token = try StatusTokenWriter.sign(.identifierList, uri: uri, period: period, signer: signer) { claims in
            claims.integer(65_530)
            claims.map(1)
            claims.text("identifiers")
            claims.map(sorted.count)
            for identifier in sorted {
                claims.byteString(identifier)
                claims.map(0)
            }
        }
        guard token.count <= StatusToken.maximumBytes else {
            throw IssuingError(.statusSize, "the token has \(token.count) bytes, verifiers accept \(StatusToken.maximumBytes); use several lists")
        }
        return token
    }
}
