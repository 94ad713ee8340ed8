public import DocumentTrust
public import MobileDocument

/// A document whose issuer, digests and validity have been verified. Only `IssuedDocumentVerification` makes one.
public struct VerifiedIssuedDocument: Sendable {
    /// The type of document.
    public let docType: DocType
    /// Who issued it.
    public let signer: SignerDescription
    /// When it may be used.
    public let validity: ValidityInfo
    /// Its elements.
    public let elements: [VerifiedElement]
    /// Every check.
    public let report: VerificationReport

    /// Who issued it by its own elements, beside what the certificates name.
    public var issuer: IssuerIdentification { IssuerIdentification(signer, elements) }

    var output: VerificationOutput.Document {
        .init(docType: docType, signer: signer, validity: validity, issuerSigned: elements, deviceSigned: [])
    }
}
