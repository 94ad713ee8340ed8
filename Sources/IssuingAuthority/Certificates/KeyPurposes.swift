import DocumentTrust
import X509

/// Key purposes of ISO/IEC 18013-5 (mobile driving licences) and ISO/IEC 23220-4 (mobile documents in general).
extension ExtendedKeyUsage.Usage {
    /// Signing of mobile driving licences.
    static let drivingLicenceDocumentSigner = Self(oid: [1, 0, 18013, 5, 1, 2])
    /// Signing of any mobile document.
    static let mobileDocumentSigner = Self(oid: [1, 0, 23220, 4, 1, 2])
    /// Reader authentication towards mobile driving licences.
    static let drivingLicenceReader = Self(oid: [1, 0, 18013, 5, 1, 6])
    /// Reader authentication towards any mobile document.
    static let mobileDocumentReader = Self(oid: [1, 0, 23220, 4, 1, 6])
    /// Signing of lists of issuing authorities (VICAL) for mobile driving licences.
    static let drivingLicenceVICALSigner = Self(oid: [1, 0, 18013, 5, 1, 8])
    /// Signing of lists of issuing authorities (VICAL) for any mobile document.
    static let mobileDocumentVICALSigner = Self(oid: [1, 0, 23220, 4, 1, 8])
    /// Sealing of answers to apps.
    static let merchantEncryption = Self(oid: MerchantCertificateExtension.purpose)
}
