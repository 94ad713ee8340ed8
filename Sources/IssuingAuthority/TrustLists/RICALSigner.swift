import CBOR
import COSE
import DocumentTrust

/// Signs lists of readers' authorities (ISO/IEC 18013-5 second edition, annex F).
public struct RICALSigner: Sendable {
    private let signer: CertifiedKey

    /// Makes a signer from a certificate of a provider of lists, such as one for signing VICALs, and its key.
    public init(_ signer: CertifiedKey) { self.signer = signer }

    /// Signs a list. No trust constraints are written: the standard defines none.
    ///
    /// - Returns: the encoded `COSE_Sign1`, as it is published.
    /// - Throws: ``IssuingError`` `issuer.list.content` where an entry is not a certification authority or has no subject key
    ///   identifier, occurs twice, no entry is a trust anchor, the dates are not in order, the signer's certificate has ended at the list's
    ///   date, or readers would not take the list, as one without a provider's name; `issuer.list.signing` where the key does not sign.
    public func sign(_ draft: RICALDraft) throws(IssuingError) -> [UInt8] {
        try check(draft)
        let payload = try Self.encode(draft)
        try SignedListWriting.checkReadable(payload, as: .rical)
        do {
            return try COSESign1.encode(signing: payload, type: nil, protectedChain: [signer.derEncoded], with: signer.signingKey)
        } catch {
            throw IssuingError(.listSigning, "the list could not be signed: \(error)")
        }
    }

    private func check(_ draft: RICALDraft) throws(IssuingError) {
        try SignedListWriting.check(draft.entries.map(\.certificate), date: draft.date, ends: [draft.nextUpdate, draft.notAfter], signer: signer)
        guard draft.entries.contains(where: \.isTrustAnchor) else {
            throw IssuingError(.listContent, "the list names no trust anchor")
        }
    }

    /// `type, version, provider, date, nextUpdate, notAfter, certificateInfos, id, latestRicalUrl`, in this order.
    private static func encode(_ draft: RICALDraft) throws(IssuingError) -> [UInt8] {
        var writer = CBORWriter(capacity: draft.entries.count * 1500 + 256)
        let optional = [draft.issueID != nil, draft.nextUpdate != nil, draft.notAfter != nil, draft.url != nil].count { $0 }
        writer.map(5 + optional)
        for (name, text) in [("type", VerifiedRICAL.readerAuthentication), ("version", "1.0"), ("provider", draft.provider)] {
            writer.text(name)
            writer.text(text)
        }
        SignedListWriting.write("date", draft.date, to: &writer)
        if let nextUpdate = draft.nextUpdate { SignedListWriting.write("nextUpdate", nextUpdate, to: &writer) }
        if let notAfter = draft.notAfter { SignedListWriting.write("notAfter", notAfter, to: &writer) }
        writer.text("certificateInfos")
        writer.array(draft.entries.count)
        for entry in draft.entries { try write(entry, to: &writer) }
        if let issueID = draft.issueID {
            writer.text("id")
            writer.unsigned(issueID)
        }
        if let url = draft.url {
            writer.text("latestRicalUrl")
            writer.text(url)
        }
        return writer.bytes
    }

    private static func write(_ entry: RICALDraft.Entry, to writer: inout CBORWriter) throws(IssuingError) {
        let certificate = entry.certificate
        let listed = try ListedCertificateWriter(certificate)
        let authorityKey = certificate.isSelfIssued ? nil : certificate.authorityKeyIdentifier
        let texts = [
            ("name", entry.name), ("issuingCountry", certificate.country), ("stateOrProvinceName", certificate.stateOrProvince),
        ].compactMap { name, text in text.map { (name, $0) } }
        writer.map(ListedCertificateWriter.members + 1 + (authorityKey == nil ? 0 : 1) + texts.count)
        listed.writeIdentity(to: &writer)
        writer.text("isTrustAnchor")
        writer.boolean(entry.isTrustAnchor)
        if let authorityKey {
            writer.text("aki")
            writer.byteString(authorityKey)
        }
        for (name, text) in texts {
            writer.text(name)
            writer.text(text)
        }
        listed.writeNames(to: &writer)
    }
}
