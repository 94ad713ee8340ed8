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
    /// - Throws: ``IssuingError`` `issuer.list.content` where an entry is not a certification authority, has no document type or no
    ///   subject key identifier, occurs twice, the dates are not in order, the signer's certificate has ended at the list's date, or readers
    ///   would not take the list, as one without a provider's name; `issuer.list.signing` where the key does not sign.
    public func sign(_ draft: VICALDraft) throws(IssuingError) -> [UInt8] {
        try check(draft)
        let payload = try Self.encode(draft)
        try SignedListWriting.checkReadable(payload, as: .vical)
        do {
            return try COSESign1.encode(signing: payload, isDetached: false, chain: [signer.derEncoded], with: signer.signingKey)
        } catch {
            throw IssuingError(.listSigning, "the list could not be signed: \(error)")
        }
    }

    private func check(_ draft: VICALDraft) throws(IssuingError) {
        try SignedListWriting.check(draft.entries.map(\.certificate), date: draft.date, ends: [draft.nextUpdate, draft.notAfter], signer: signer)
        for entry in draft.entries where entry.docTypes.isEmpty {
            throw IssuingError(.listContent, "\"\(entry.certificate.subject)\" is listed for no document type")
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
        SignedListWriting.write("date", draft.date, to: &writer)
        if let issueID = draft.issueID {
            writer.text("vicalIssueID")
            writer.unsigned(issueID)
        }
        if let nextUpdate = draft.nextUpdate { SignedListWriting.write("nextUpdate", nextUpdate, to: &writer) }
        if let notAfter = draft.notAfter { SignedListWriting.write("notAfter", notAfter, to: &writer) }
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
        let texts = [
            ("issuingAuthority", entry.issuingAuthority), ("issuingCountry", certificate.country),
            ("stateOrProvinceName", certificate.stateOrProvince),
        ].compactMap { name, text in text.map { (name, $0) } }
        let listed = try ListedCertificateWriter(certificate)
        writer.map(ListedCertificateWriter.members + 1 + texts.count)
        listed.writeIdentity(to: &writer)
        writer.text("docType")
        writer.array(entry.docTypes.count)
        for docType in entry.docTypes { writer.text(docType.rawValue) }
        for (name, text) in texts {
            writer.text(name)
            writer.text(text)
        }
        listed.writeNames(to: &writer)
    }
}
