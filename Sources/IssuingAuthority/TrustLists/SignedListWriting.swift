import CBOR
import DocumentTrust
import MobileDocument

/// What writing a VICAL and writing a RICAL have in common.
enum SignedListWriting {
    /// Checks that certification authorities are listed, none of them twice, that the list does not end before it begins, and that it is not made when
    /// its signer's certificate has ended: no reader would take it.
    static func check(_ certificates: [ParsedCertificate], date: Instant, ends: [Instant?], signer: CertifiedKey) throws(IssuingError) {
        for certificate in certificates {
            guard case .isCertificateAuthority = certificate.basicConstraints else {
                throw IssuingError(.listContent, "\"\(certificate.subject)\" is not a certification authority")
            }
        }
        var seen: Set<ByteSlice> = []
        for certificate in certificates where !seen.insert(certificate.encoded).inserted {
            throw IssuingError(.listContent, "\"\(certificate.subject)\" is listed twice")
        }
        for end in ends.compactMap(\.self) where end <= date {
            throw IssuingError(.listContent, "the list would be out of date at \(end), when it is made at \(date)")
        }
        guard date <= signer.notAfter else {
            throw IssuingError(.listContent, "the list is made at \(date), and its signer's certificate has ended at \(signer.notAfter); make a new signer")
        }
    }

    /// Refuses a list of which readers would not take all, before it is signed.
    static func checkReadable(_ payload: [UInt8], as kind: TrustListKind) throws(IssuingError) {
        guard let fault = SignedListReading.fault(in: payload, of: kind) else { return }
        throw IssuingError(.listContent, "readers would not take the list as it is: \(fault)")
    }

    /// Writes a member that is a date.
    static func write(_ name: String, _ date: Instant, to writer: inout CBORWriter) {
        writer.text(name)
        writer.tag(0)
        writer.text(date.description)
    }
}
