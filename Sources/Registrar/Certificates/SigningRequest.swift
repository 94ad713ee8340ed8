public import IssuingAuthority
import SwiftASN1
public import X509

/// A certificate signing request (PKCS #10, RFC 2986) that has been checked: signed by its own key, on a curve that is accepted,
/// with the subject the registrar asks for.
public struct SigningRequest: Sendable {
    /// Largest request in bytes of text.
    public static let maximumBytes = 16_384

    /// The key to certify.
    public let publicKey: Certificate.PublicKey
    /// The subject as the request states it, without the mailbox. A certificate takes nothing from it but the host: country and
    /// organisation must be the reviewed brand's, and the rest was reviewed by nobody.
    public let name: AuthorityName
    /// The host that will ask, or the identifier of the merchant whose key it is, in lower case: the common name.
    public let host: String
    /// Mailbox of the domain's administrator. The registrar keeps it and publishes it nowhere.
    public let mailbox: String

    /// Reads and checks a request.
    ///
    /// - Parameter pem: one `CERTIFICATE REQUEST`.
    /// - Throws: ``RegistrarError`` with a code `registrar.csr.…` of its own for each defect.
    public init(pem: String) throws(RegistrarError) {
        let encoded = try Self.encoded(pem)
        try SigningRequestKey.check(encoded)
        let request: CertificateSigningRequest
        do { request = try CertificateSigningRequest(derEncoded: encoded) } catch {
            throw RegistrarError(.requestEncoding, "the bytes are not a certificate signing request", mend: "make a new one with openssl req")
        }
        guard request.publicKey.isValidSignature(request.signature, for: request) else {
            throw RegistrarError(.requestSignature, "the request is not signed by its own key", mend: "make a new one with openssl req")
        }
        let subject = try SigningRequestSubject(request.subject)
        publicKey = request.publicKey
        name = subject.name
        host = subject.host
        mailbox = subject.mailbox
    }

    private static func encoded(_ pem: String) throws(RegistrarError) -> [UInt8] {
        guard pem.utf8.count <= maximumBytes else {
            throw RegistrarError(.requestSize, "the request has more than \(maximumBytes) bytes", mend: "send the request alone")
        }
        // Looked for in the text: reading it as PEM ends without a word at a beginning that has something behind it, a blank for one.
        guard pem.utf8.firstRange(of: "PRIVATE KEY-----".utf8) == nil else {
            throw RegistrarError(
                .requestPEM, "the text holds a private key, which nobody else should ever see", mend: "make a new key and send the request alone")
        }
        let blocks: [PEMDocument]
        do { blocks = try PEMDocument.parseMultiple(pemString: pem) } catch {
            throw RegistrarError(.requestPEM, "the text is not well-formed PEM", mend: "send the file that openssl req -new wrote")
        }
        guard blocks.count == 1, ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"].contains(blocks[0].discriminator) else {
            throw RegistrarError(.requestPEM, "the text is not one CERTIFICATE REQUEST", mend: "send the file that openssl req -new wrote")
        }
        return blocks[0].derBytes
    }
}

extension SigningRequest: CustomStringConvertible, CustomReflectable {
    /// The host; the mailbox is somebody's.
    public var description: String { "signing request of \(host)" }
    /// The host only.
    public var customMirror: Mirror { Mirror(self, children: ["host": host], displayStyle: .struct) }
}
