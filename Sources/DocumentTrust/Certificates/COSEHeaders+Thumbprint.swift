import COSE

extension COSEHeaders {
    /// Whether the thumbprint (x5t) is that of the certificate that the chain begins with (RFC 9360, 2); nil where there is none to compare.
    func thumbprintAgrees(with certificate: ParsedCertificate) -> Bool? {
        // -16 is SHA-256, the only hash there is a rule for.
        guard let thumbprint, thumbprint.hashAlgorithm == -16 else { return nil }
        return thumbprint.hash.bytes.elementsEqual(certificate.fingerprint)
    }
}
