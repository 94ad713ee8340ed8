public import X509

extension IssuerRoot {
    /// Whether the root signed a certificate of somebody else, which its revocation list can then name.
    public func hasIssued(_ certificate: Certificate) -> Bool {
        let root = identity.certificate
        return certificate.issuer == root.subject && certificate.serialNumber != root.serialNumber
            && root.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    /// Signs a revocation list. Its entries have serial number and date only, as ISO/IEC 18013-5, annex B, asks; reasons are left out.
    ///
    /// - Returns: the list in DER.
    /// - Throws: ``IssuingError`` with code `issuer.revocationList`.
    public func signRevocationList(_ content: RevocationListContent) throws(IssuingError) -> [UInt8] {
        try RevocationListWriter(authority: CertificationAuthority(identity: identity), content: content, givesReasons: false).encode()
    }
}
