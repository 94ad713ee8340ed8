package import SwiftASN1

/// Object identifiers of what a registrar writes into reader certificates.
///
/// The arc is 2.25 (ITU-T X.667) with 6849018726503762786, the upper 64 bits of the UUID
/// 5f0c9a3e-7d41-4b62-9c1e-2f6b0d8a4e73: many decoders, swift-asn1 among them, read no arc of more than 64 bits, and one that
/// is longer would make the whole certificate unreadable to them.
package enum ReaderCertificateExtension {
    /// Logotype (RFC 9399, 3).
    package static let logotype: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 1, 12]
    /// The elements the reader may ask for: `SEQUENCE OF SEQUENCE { docType UTF8String, SEQUENCE OF SEQUENCE { nameSpace
    /// UTF8String, SEQUENCE OF UTF8String } }`.
    package static let allowedElements: ASN1ObjectIdentifier = [2, 25, 6_849_018_726_503_762_786, 1]
    /// Who asks and why: `SEQUENCE { brand UTF8String, purpose UTF8String, privacyPolicy UTF8String }`.
    package static let registration: ASN1ObjectIdentifier = [2, 25, 6_849_018_726_503_762_786, 2]
}
