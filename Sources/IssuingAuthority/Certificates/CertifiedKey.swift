public import COSE
public import MobileDocument
import SwiftASN1
public import X509

/// A private key together with the certificate that vouches for its public half.
///
/// The key is known to belong to the certificate. Nothing else is: neither trust nor validity are checked here. Printing,
/// dumping or reflecting the value shows the certificate's subject and never the key.
public struct CertifiedKey: Sendable {
    /// The certificate.
    public let certificate: Certificate
    /// The private key, in software.
    public let signingKey: SigningKey
    /// The certificate in DER, as it was read or as it was made: the bytes for an `x5chain` header.
    public let derEncoded: [UInt8]

    /// Pairs a certificate in DER with its private key.
    ///
    /// - Parameters:
    ///   - derEncoded: one certificate, without trailing bytes.
    ///   - signingKey: the private key.
    /// - Throws: ``IssuingError`` `issuer.certificate.encoding` if the bytes are not a certificate with a supported key
    ///   type, `issuer.key.mismatch` if the key does not belong to it.
    public init(derEncoded: [UInt8], signingKey: SigningKey) throws(IssuingError) {
        do {
            certificate = try Certificate(derEncoded: derEncoded)
        } catch {
            throw IssuingError(.certificateEncoding, "the bytes are not an X.509 certificate with a supported key: \(error)")
        }
        guard signingKey.certificateKey.publicKey == certificate.publicKey else {
            throw IssuingError(.keyMismatch, "the private key does not belong to the certificate")
        }
        self.signingKey = signingKey
        self.derEncoded = derEncoded
    }

    /// Reads a certificate and its private key from their PEM texts.
    ///
    /// - Parameters:
    ///   - certificatePEM: exactly one `CERTIFICATE` block; other blocks and text around it are ignored. Lines of the
    ///     block are 64 characters wide (RFC 7468).
    ///   - privateKeyPEM: the private key, unencrypted, in PKCS #8; SEC 1 is read as well.
    /// - Throws: ``IssuingError`` `issuer.certificate.pem`, `issuer.certificate.encoding`, `issuer.key.pem` or
    ///   `issuer.key.mismatch`.
    public init(certificatePEM: String, privateKeyPEM: String) throws(IssuingError) {
        let blocks: [PEMDocument]
        do {
            blocks = try PEMDocument.parseMultiple(pemString: certificatePEM)
        } catch {
            // The underlying error is left out: a key pasted in the wrong place must not end up in a log.
            throw IssuingError(.certificatePEM, "the text is not well-formed PEM")
        }
        let certificates = blocks.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
        guard certificates.count == 1 else {
            throw IssuingError(.certificatePEM, "expected one certificate in the text, found \(certificates.count)")
        }
        try self.init(derEncoded: certificates[0].derBytes, signingKey: SigningKey(privateKeyPEM: privateKeyPEM))
    }

    /// First moment of the certificate's validity.
    public var notBefore: Instant { CertificateValidity(of: certificate).notBefore }

    /// Last moment of the certificate's validity.
    public var notAfter: Instant { CertificateValidity(of: certificate).notAfter }

    /// The certificate as PEM text, ending with a line break.
    public var certificatePEM: String {
        PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: derEncoded).pemString + "\n"
    }

    /// The private key as PKCS #8 PEM text, unencrypted, ending with a line break. Keep it secret.
    public var privateKeyPEM: String { signingKey.pemRepresentation + "\n" }
}

extension CertifiedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The subject of the certificate; the key is not shown.
    public var description: String { "CertifiedKey(\(certificate.subject), key hidden)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows the subject only, so that `dump` does not print the key.
    public var customMirror: Mirror {
        Mirror(self, children: ["subject": String(describing: certificate.subject)], displayStyle: .struct)
    }
}
