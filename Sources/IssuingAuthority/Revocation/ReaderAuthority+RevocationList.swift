extension ReaderAuthority {
    /// Signs a revocation list.
    ///
    /// - Returns: the list in DER.
    /// - Throws: ``IssuingError`` with code `issuer.revocationList`.
    public func signRevocationList(_ content: RevocationListContent) throws(IssuingError) -> [UInt8] {
        try RevocationListWriter(authority: CertificationAuthority(identity: identity), content: content, givesReasons: true).encode()
    }
}
