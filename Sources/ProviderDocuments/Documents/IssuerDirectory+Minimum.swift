import DocumentProvider
import IdentityElements
import MobileDocument

extension IssuerDirectory {
    /// What the issuer of a document wants of a wallet; nil for one that is not in the directory. Issuers are known by their roots.
    func minimum(of document: VerifiedIssuedDocument) -> HolderCapability? {
        let fingerprint = Hexadecimal.text(document.signer.authorityFingerprint)
        return issuers.first { issuer in
            guard case .published(fingerprint, _) = issuer.root else { return false }
            return issuer.docType == document.docType.rawValue
        }?.minimum
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
