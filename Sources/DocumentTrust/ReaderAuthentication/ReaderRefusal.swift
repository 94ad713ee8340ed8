public import MobileDocument

/// The first reason for which a reader's signature is not trusted.
public enum ReaderRefusal: Sendable, Hashable, CustomStringConvertible {
    /// There is no certificate, or it cannot be read.
    case certificate
    /// The signature does not verify or cannot be computed.
    case signature
    /// No trusted authority stands behind the certificate.
    case path
    /// A certificate of the chain is not valid now.
    case validity
    /// The key is not for signing.
    case keyUsage
    /// The certificate is not for reader authentication.
    case purpose
    /// The list that names the authority sets terms that this reader does not meet.
    case trustConstraint
    /// The authority has withdrawn the certificate.
    case revoked
    /// The authority's revocation lists at hand are all older than the wallet accepts.
    case staleRevocationList
    /// The page's host is not among the certificate's domains.
    case otherHost(String)
    /// What the certificate says about its holder cannot be believed.
    case details(ReaderCertificateFault)
    /// An element is asked for that the certificate does not grant.
    case elementNotGranted(ElementReference)

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .certificate: "reader.certificate"
        case .signature: "reader.signature"
        case .path: "reader.path"
        case .validity: "reader.validity"
        case .keyUsage: "reader.keyUsage"
        case .purpose: "reader.extendedKeyUsage"
        case .trustConstraint: "reader.trustConstraint"
        case .revoked: "reader.revoked"
        case .staleRevocationList: "reader.staleRevocationList"
        case .otherHost: "reader.otherHost"
        case .details(let fault): fault.code
        case .elementNotGranted: "reader.elementNotGranted"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .certificate: "the reader's certificate is missing or cannot be read"
        case .signature: "the reader's signature does not verify"
        case .path: "no trusted authority stands behind the reader's certificate"
        case .validity: "a certificate of the reader's chain is not valid now"
        case .keyUsage: "the reader's key is not for signing"
        case .purpose: "the reader's certificate is not for reader authentication"
        case .trustConstraint: "no trust constraint that the list has for the reader's authority is understood and holds"
        case .revoked: "the reader's certificate is revoked"
        case .staleRevocationList: "the revocation list of the reader's authority is too old"
        case .otherHost(let host): "\"\(host)\" is not among the domains of the reader's certificate"
        case .details(let fault): fault.description
        case .elementNotGranted(let element): "the reader's certificate does not allow it to ask for \(element)"
        }
    }
}
