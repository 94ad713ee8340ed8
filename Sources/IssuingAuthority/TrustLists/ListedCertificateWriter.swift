import CBOR
import DocumentTrust

/// Writes what an entry of either kind of list says about its certificate, all of it taken from the certificate.
struct ListedCertificateWriter {
    /// How many members it writes.
    static let members = 7

    private let certificate: ParsedCertificate
    private let identifier: [UInt8]
    private let names: CertificateNames

    init(_ certificate: ParsedCertificate) throws(IssuingError) {
        guard let identifier = certificate.subjectKeyIdentifier, let names = CertificateNames(certificate.encoded) else {
            throw IssuingError(.listContent, "\"\(certificate.subject)\" has no subject key identifier")
        }
        self.certificate = certificate
        self.identifier = identifier
        self.names = names
    }

    /// `certificate, serialNumber, ski`, in this order.
    func writeIdentity(to writer: inout CBORWriter) {
        writer.text("certificate")
        writer.byteString(certificate.encoded.bytes)
        writer.text("serialNumber")
        writer.tag(2)
        writer.byteString(certificate.certificate.serialNumber.bytes.drop { $0 == 0 })
        writer.text("ski")
        writer.byteString(identifier)
    }

    /// `issuer, subject, notBefore, notAfter`, in this order.
    func writeNames(to writer: inout CBORWriter) {
        writer.text("issuer")
        writer.byteString(names.issuer)
        writer.text("subject")
        writer.byteString(names.subject)
        SignedListWriting.write("notBefore", certificate.notBefore, to: &writer)
        SignedListWriting.write("notAfter", certificate.notAfter, to: &writer)
    }
}
