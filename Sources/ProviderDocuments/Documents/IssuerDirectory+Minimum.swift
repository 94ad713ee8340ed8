import DocumentProvider
import DocumentTrust
import IdentityElements
import MobileDocument

extension IssuerDirectory {
    /// What the issuer of a document wants of a wallet; nil for one that is not in the directory. Issuers are known by their roots, and where
    /// the directory has none of an issuer, or an older one, by the place its root names.
    func minimum(of document: VerifiedIssuedDocument) -> HolderCapability? {
        let issuers = issuers.filter { $0.docType == document.docType.rawValue }
        let fingerprint = Hexadecimal.text(document.signer.authorityFingerprint)
        let known = issuers.first { issuer in
            guard case .published(fingerprint, _) = issuer.root else { return false }
            return true
        }
        return (known ?? issuers.first { $0.region == document.signer.region })?.minimum
    }
}

extension SignerDescription {
    /// The place it signs for, ISO 3166-1 or 3166-2. The root's certificate decides, the signer's says only what the root leaves open.
    fileprivate var region: String? {
        guard let country = authorityCountry, let state = authorityStateOrProvince ?? stateOrProvince else { return authorityCountry }
        return state.hasPrefix(country + "-") ? state : "\(country)-\(state)"
    }
}

extension DeviceKeyLevel {
    /// The same in the words of issuers.
    var capability: HolderCapability.KeyLevel {
        switch self {
        case .hardware: .hardware
        case .pkcs11: .pkcs11
        case .software: .software
        }
    }
}
