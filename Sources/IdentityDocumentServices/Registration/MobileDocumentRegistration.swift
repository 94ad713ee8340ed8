public import Foundation

/// A mobile document (ISO/IEC 18013-5) an app can present, and for whom.
public struct MobileDocumentRegistration: IdentityDocumentRegistration, Hashable {
    /// Type of the document, such as `org.iso.18013.5.1.mDL`; one of those the app is entitled to.
    public var mobileDocumentType: String
    /// Key identifiers of the authorities whose readers may ask: of the root to which a request's signing certificate leads. The
    /// app is hidden from other requests. Empty means that no signature is needed.
    public var supportedAuthorityKeyIdentifiers: [Data]
    /// Authority key identifiers along the document signer's chain: a request that names acceptable issuers reaches the app only if
    /// it names one of these. At most 1,000 of at most 64 bytes.
    public var supportedIssuerKeyIdentifiers: [Data]
    /// The document's name in the app's own storage.
    public var documentIdentifier: String
    /// When the document stops being offered, until it is registered with a later date.
    public var invalidationDate: Date?

    /// Describes a document.
    public init(
        mobileDocumentType: String, supportedAuthorityKeyIdentifiers: [Data], documentIdentifier: String = UUID().uuidString,
        invalidationDate: Date? = nil
    ) {
        self.init(
            mobileDocumentType: mobileDocumentType, supportedIssuerKeyIdentifiers: [],
            supportedAuthorityKeyIdentifiers: supportedAuthorityKeyIdentifiers, documentIdentifier: documentIdentifier,
            invalidationDate: invalidationDate)
    }

    /// Describes a document together with who issued it.
    public init(
        mobileDocumentType: String, supportedIssuerKeyIdentifiers: [Data], supportedAuthorityKeyIdentifiers: [Data],
        documentIdentifier: String = UUID().uuidString, invalidationDate: Date? = nil
    ) {
        self.mobileDocumentType = mobileDocumentType
        self.supportedIssuerKeyIdentifiers = supportedIssuerKeyIdentifiers
        self.supportedAuthorityKeyIdentifiers = supportedAuthorityKeyIdentifiers
        self.documentIdentifier = documentIdentifier
        self.invalidationDate = invalidationDate
    }
}
