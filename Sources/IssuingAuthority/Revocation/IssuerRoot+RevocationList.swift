public import X509

extension IssuerRoot {
    /// Whether the root signed a certificate of somebody else, which its revocation list can then name.
    public func hasIssued(_ certificate: Certificate) -> Bool {
        let root = identity.certificate
        return certificate.issuer == root.subject && certificate.serialNumber != root.serialNumber
            && root.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    /// Signs a revocation list.
    ///
    /// - Returns: the list in DER.
    /// - Throws: ``IssuingError`` with code `issuer.revocationList`.
    public func signRevocationList(_ content: RevocationListContent) throws(IssuingError) -> [UInt8] {
        try RevocationListWriter(authority: CertificationAuthority(identity: identity), content: content).encode()
    }
}
