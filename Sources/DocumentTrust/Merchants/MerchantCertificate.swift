public import CBOR
import CertificateLists
public import Crypto
public import MobileDocument
import SwiftASN1
package import X509

/// The certificate of a key that answers to apps are sealed to.
///
/// Reading it checks its form. Whether to seal anything to its key is for ``check(for:of:trust:at:)`` to say.
public struct MerchantCertificate: Sendable {
    /// The certificate.
    public let certificate: ParsedCertificate
    /// The merchant's identifier.
    public let merchantIdentifier: String
    /// Identifier of the team that makes the merchant's apps.
    public let teamIdentifier: String
    /// The key to seal to.
    public let publicKey: P256.KeyAgreement.PublicKey

    /// Reads a certificate in DER: a P-256 key, for key agreement only, with the one purpose such certificates have, and whose it is.
    public init(_ der: ByteSlice) throws(MerchantCertificateFault) {
        let certificate: ParsedCertificate
        do { certificate = try ParsedCertificate(der) } catch { throw .unreadable }
        guard case .p256(let key) = certificate.key, let agreement = try? P256.KeyAgreement.PublicKey(x963Representation: key.x963Representation)
        else { throw .key }
        guard certificate.keyUsage == KeyUsage(keyAgreement: true), certificate.unknownCriticalExtensions.isEmpty,
            certificate.extendedKeyUsage == [String(describing: MerchantCertificateExtension.purpose)]
        else { throw .purpose }
        guard let value = certificate.extensionValue(MerchantCertificateExtension.merchant),
            let texts = try? DERFields.sequence(DER.parse(value), limit: 2, orThrow: .registrationStructure).map(DERFields.text), texts.count == 2
        else { throw .merchantUnreadable }
        self.certificate = certificate
        (merchantIdentifier, teamIdentifier) = (texts[0], texts[1])
        publicKey = agreement
    }

    /// Whether answers to an app's request may be sealed to the key.
    ///
    /// - Parameters:
    ///   - merchantIdentifier: that of the request, which the app was granted.
    ///   - teamIdentifier: that of the app's grant.
    ///   - trust: the registrars, with their revocation lists.
    /// - Throws: the first thing that speaks against it.
    public func check(
        for merchantIdentifier: String, of teamIdentifier: String, trust: ReaderTrustList, at time: Instant
    ) throws(MerchantCertificateFault) {
        guard self.merchantIdentifier == merchantIdentifier, self.teamIdentifier == teamIdentifier else { throw .merchant }
        let path: CertificationPath
        do {
            path = try CertificationPath.search(
                for: certificate, intermediates: [], anchors: trust.index, purpose: .readerAuthentication,
                isPreferred: { $0.isValid(at: time, tolerance: 0) && trust.allows($0) != false })
        } catch { throw .path }
        guard trust.allows(path) != false else { throw .path }
        guard path.isValid(at: time, tolerance: 0) else { throw .validity }
        let authority = path.anchor.certificate
        switch trust.revocationLists.finding([certificate], under: authority, at: time, maximumAge: trust.maximumListAge) {
        case .revoked: throw .revoked
        case .unknown where trust.revocationLists.has(authority): throw .staleRevocationList
        case .good, .unknown: return
        }
    }

    /// Whether a registrar has issued it. Identifiers of merchants and teams are one registrar's, so who vouches for an app has to vouch for
    /// the key, too.
    package func isIssued(by registrar: Certificate) -> Bool {
        UntypedName.isSame(certificate.certificate.issuer, registrar.subject)
            && registrar.publicKey.isValidSignature(certificate.certificate.signature, for: certificate.certificate)
    }
}
