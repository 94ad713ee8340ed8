/// Why nothing may be sealed to the key of a merchant's certificate.
public enum MerchantCertificateFault: Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It is no certificate.
    case unreadable
    /// The key is not on P-256.
    case key
    /// The certificate is for another purpose.
    case purpose
    /// It does not say whose key it is.
    case merchantUnreadable
    /// The key is another merchant's, or another team's.
    case merchant
    /// No trusted registrar issued it.
    case path
    /// It is not valid at that time.
    case validity
    /// It is withdrawn.
    case revoked
    /// The registrar's revocation lists at hand are too old.
    case staleRevocationList

    /// Stable code of the fault.
    public var code: String {
        switch self {
        case .unreadable: "merchant.unreadable"
        case .key: "merchant.key"
        case .purpose: "merchant.purpose"
        case .merchantUnreadable: "merchant.extension"
        case .merchant: "merchant.other"
        case .path: "merchant.path"
        case .validity: "merchant.validity"
        case .revoked: "merchant.revoked"
        case .staleRevocationList: "merchant.staleRevocationList"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .unreadable: "the merchant's certificate cannot be read"
        case .key: "the key of the merchant's certificate is not on P-256"
        case .purpose: "the certificate is not one to whose key answers to apps are sealed"
        case .merchantUnreadable: "the certificate does not say which merchant's it is"
        case .merchant: "the certificate is that of another merchant, or of another team"
        case .path: "the merchant's certificate was not issued by a trusted registrar"
        case .validity: "the merchant's certificate is not valid now"
        case .revoked: "the merchant's certificate is withdrawn"
        case .staleRevocationList: "the registrar's revocation list at hand is too old to rely on"
        }
    }
}
