/// Why a status token cannot be used. Without a usable token, revocation is unknown; that is never the same as good.
public struct StatusFault: Error, Sendable, Hashable {
    /// The kind of fault; the text is stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// It is not one `COSE_Sign1`.
        case structure = "status.structure"
        /// Its type header names neither kind of token.
        case type = "status.type"
        /// It carries no certificate in the protected header.
        case chain = "status.chain"
        /// A certificate in it cannot be used.
        case certificate = "status.certificate"
        /// Its signature does not verify.
        case signature = "status.signature"
        /// Its certificates do not lead to the one that must vouch for it.
        case path = "status.path"
        /// Its signer may not sign status tokens.
        case signer = "status.signer"
        /// Its payload is not a set of claims.
        case claims = "status.claims"
        /// It is the token of another address.
        case subject = "status.subject"
        /// It was issued later than now, or is not valid yet.
        case issuedLater = "status.issuedLater"
        /// It has expired.
        case expired = "status.expired"
        /// A certificate of its path is not valid at this time.
        case validity = "status.validity"
        /// A certificate of its path is revoked.
        case revoked = "status.revoked"
        /// Its list is not one.
        case list = "status.list"
        /// Its list cannot be inflated.
        case compression = "status.compression"
        /// It, or the list in it, is larger than any that is accepted.
        case tooLarge = "status.tooLarge"
        /// The list has no such place.
        case index = "status.index"
        /// It is a list of the other kind.
        case kind = "status.kind"
        /// It is older than one seen before.
        case rollback = "status.rollback"
    }

    /// The kind of fault.
    public let code: Code
    /// One sentence for the report.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension StatusFault: CustomStringConvertible {
    /// The sentence.
    public var description: String { reason }
}
