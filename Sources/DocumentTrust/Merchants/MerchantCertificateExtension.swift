package import SwiftASN1

/// Object identifiers of the certificates that a registrar gives to merchants, in the arc of `ReaderCertificateExtension`.
package enum MerchantCertificateExtension {
    /// Whose key it is: `SEQUENCE { merchantIdentifier UTF8String, teamIdentifier UTF8String }`.
    package static let merchant: ASN1ObjectIdentifier = [2, 25, 6_849_018_726_503_762_786, 3]
    /// Extended key usage: answers to apps may be sealed to the key, and it is good for nothing else.
    package static let purpose: ASN1ObjectIdentifier = [2, 25, 6_849_018_726_503_762_786, 4]
}
