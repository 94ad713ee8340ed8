import CBOR
import COSE
import DocumentTrust
import MobileDocument

/// Signs lists of issuing authorities (ISO/IEC 18013-5, annex C).
public struct VICALSigner: Sendable {
    private let signer: CertifiedKey

    /// Makes a signer from a certificate for signing VICALs and its key.
    public init(_ signer: CertifiedKey) { self.signer = signer }

    /// Signs a list.
    ///
    /// - Returns: the encoded `COSE_Sign1`, as it is published.
    /// - Throws: ``IssuingError`` `issuer.list.content` where an entry has no document type or no subject key identifier,
    ///   occurs twice, or the dates are not in order; `issuer.list.signing` where the key does not sign.
    public func sign(_ draft: VICALDraft) throws(IssuingError) -> [UInt8] {
        try check(draft)
        let payload = try Self.encode(draft)
        do {
            return try COSESign1.encode(signing: payload, isDetached: false, chain: [signer.derEncoded], with: signer.signingKey)
        } catch {
            throw IssuingError(.listSigning, "the list could not be signed: \(error)")
        }
    }

    private func check(_ draft: VICALDraft) throws(IssuingError) {
        var seen: Set<ByteSlice> = []
        for entry in draft.entries {
            guard !entry.docTypes.isEmpty else {
                throw IssuingError(.listContent, "\"\(entry.certificate.subject)\" is listed for no document type")
            }
            guard seen.insert(entry.certificate.encoded).inserted else {
                throw IssuingError(.listContent, "\"\(entry.certificate.subject)\" is listed twice")
            }
        }
        for later in [draft.nextUpdate, draft.notAfter].compactMap(\.self) where later <= draft.date {
            throw IssuingError(.listContent, "the list would be out of date at \(later), when it is made at \(draft.date)")
        }
    }

    /// `version, vicalProvider, date, vicalIssueID, nextUpdate, notAfter, certificateInfos, vicalURL`, in this order.
    private static func encode(_ draft: VICALDraft) throws(IssuingError) -> [UInt8] {
        var writer = CBORWriter(capacity: draft.entries.count * 1500 + 256)
        let optional = [draft.issueID != nil, draft.nextUpdate != nil, draft.notAfter != nil, draft.url != nil].count { $0 }
        writer.map(4 + optional)
        writer.text("version")
        writer.text("1.0")
        writer.text("vicalProvider")
        writer.text(draft.provider)
        write("date", draft.date, to: &writer)
        if let issueID = draft.issueID {
            writer.text("vicalIssueID")
            writer.unsigned(issueID)
        }
        if let nextUpdate = draft.nextUpdate { write("nextUpdate", nextUpdate, to: &writer) }
        if let notAfter = draft.notAfter { write("notAfter", notAfter, to: &writer) }
        writer.text("certificateInfos")
        writer.array(draft.entries.count)
        for entry in draft.entries { try write(entry, to: &writer) }
        if let url = draft.url {
            writer.text("vicalURL")
            writer.text(url)
        }
        return writer.bytes
    }

    private static func write(_ entry: VICALDraft.Entry, to writer: inout CBORWriter) throws(IssuingError) {
        let certificate = entry.certificate
        guard let identifier = certificate.subjectKeyIdentifier, let names = CertificateNames(certificate.encoded) else {
            throw IssuingError(.listContent, "\"\(certificate.subject)\" has no subject key identifier")
        }
        let texts = [
            ("issuingAuthority", entry.issuingAuthority), ("issuingCountry", certificate.country),
            ("stateOrProvinceName", certificate.stateOrProvince),
        ].compactMap { name, text in text.map { (name, $0) } }
        writer.map(8 + texts.count)
        writer.text("certificate")
        writer.byteString(certificate.encoded.bytes)
        writer.text("serialNumber")
        writer.tag(2)
        writer.byteString(certificate.certificate.serialNumber.bytes.drop { $0 == 0 })
        writer.text("ski")
        writer.byteString(identifier)
        writer.text("docType")
        writer.array(entry.docTypes.count)
        for docType in entry.docTypes { writer.text(docType.rawValue) }
        for (name, text) in texts {
            writer.text(name)
            writer.text(text)
        }
        writer.text("issuer")
        writer.byteString(names.issuer)
        writer.text("subject")
        writer.byteString(names.subject)
        write("notBefore", certificate.notBefore, to: &writer)
        write("notAfter", certificate.notAfter, to: &writer)
    }

    private static func write(_ name: String, _ date: Instant, to writer: inout CBORWriter) {
        writer.text(name)
        writer.tag(0)
        writer.text(date.description)
    }
}
