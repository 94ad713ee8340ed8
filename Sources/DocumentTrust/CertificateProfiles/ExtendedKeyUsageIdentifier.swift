/// Object identifiers of extended key usages beside those of `CertificatePurpose`.
enum ExtendedKeyUsageIdentifier {
    /// Signer of a list of issuing authorities (ISO/IEC 18013-5, annex C), for driving licences and for any document.
    static let vicalSigner: Set<String> = ["1.0.18013.5.1.8", "1.0.23220.4.1.8"]
    /// What issuers of European person identification data and proofs of age use in place of the ISO one.
    static let europeanSigner = "1.3.130.2.0.0.1.2"
}
