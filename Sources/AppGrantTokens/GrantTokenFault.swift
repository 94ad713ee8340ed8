/// Why a text is no grant of a trusted registrar.
public enum GrantTokenFault: Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It is not three parts of base64url with dots between them, or too long.
    case form
    /// No trusted registrar signed it.
    case signature
    /// What was signed is not the claims of a grant.
    case claims

    /// Stable code of the fault.
    public var code: String {
        switch self {
        case .form: "grant.token.form"
        case .signature: "grant.token.signature"
        case .claims: "grant.token.claims"
        }
    }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .form: "the grant is not a signed token of at most \(GrantToken.maximumBytes) bytes; use the file as the registrar wrote it"
        case .signature: "no registrar that is trusted here signed the grant, or it was changed; get it from a registrar this wallet trusts"
        case .claims: "the grant is signed, but does not say what a grant must; have the registrar issue it anew"
        }
    }
}
