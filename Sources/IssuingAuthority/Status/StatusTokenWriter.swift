import CBOR
import COSE
import DocumentTrust
import MobileDocument

/// Signs the claims that both kinds of status token share (ISO/IEC 18013-5 second edition, 12.3.6).
enum StatusTokenWriter {
    /// Refuses to begin a list where verifiers would not fetch it.
    static func check(_ uri: String) throws(IssuingError) {
        guard let fault = StatusAddress.fault(uri) else { return }
        throw IssuingError(.statusAddress, "verifiers would never fetch the list: \(fault)")
    }

    /// Signs a token.
    ///
    /// - Parameter list: writes the label of the list and the list.
    static func sign(
        _ kind: StatusTokenKind, uri: String, period: StatusTokenPeriod, signer: CertifiedKey, list: (inout CBORWriter) -> Void
    ) throws(IssuingError) -> [UInt8] {
        guard period.issuedAt >= signer.notBefore, period.expiresAt <= signer.notAfter else {
            throw IssuingError(.statusPeriod, "the token must be issued and end within its signer's validity, \(signer.notBefore) to \(signer.notAfter)")
        }
        var claims = CBORWriter()
        claims.map(period.timeToLive == nil ? 4 : 5)
        claims.integer(2)
        claims.text(uri)
        claims.integer(4)
        claims.integer(period.expiresAt.secondsSinceEpoch)
        claims.integer(6)
        claims.integer(period.issuedAt.secondsSinceEpoch)
        list(&claims)
        if let timeToLive = period.timeToLive {
            claims.integer(65_534)
            claims.integer(timeToLive)
        }
        do {
            return try COSESign1.encode(
                signing: claims.bytes, type: kind.rawValue, protectedChain: [signer.derEncoded], with: signer.signingKey)
        } catch {
            throw IssuingError(.statusSigning, "the status signer's key could not sign")
        }
    }
}
