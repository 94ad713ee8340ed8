import CBOR
import DocumentTrust
import MobileDocument

/// Certificates, revocation lists, status tokens and signed lists of authorities.
extension CorpusJudge {
    /// Refused where a verification would refuse what the certificate signs; deviations that only warn pass.
    func certificate(_ item: CorpusCase) throws -> CorpusAnswer {
        let issuer = try item.binary(ifAny: .issuer).map { try ParsedCertificate(ByteSlice($0)) }
        let name = try item.value(.profile)
        guard let profile = CertificateProfile.all.first(where: { $0.name == name }) else { throw CorpusFormatError("there is no profile \(name)") }
        return Self.deciding {
            let certificate = try ParsedCertificate(ByteSlice(item.bytes))
            let broken = profile.check(certificate, issuedBy: issuer).filter { !$0.isKept && $0.severity == .refuse }
            return broken.isEmpty ? .accepted : .refused(codes: Set(broken.map { "certificate.\($0.rule)" }))
        }
    }

    func revocationList(_ item: CorpusCase) throws -> CorpusAnswer {
        guard let anchor = try anchors(item).first else { throw CorpusFormatError("the case trusts no root") }
        return Self.reading { _ = try RevocationList(item.bytes, issuedBy: anchor) }
    }

    /// Accepted where the token is good and the document's place in it says so, or the document's identifier is not in it.
    func statusToken(_ item: CorpusCase) throws -> CorpusAnswer {
        guard let root = try anchors(item).first?.certificate else { throw CorpusFormatError("the case trusts no root") }
        let (address, time) = (try item.value(.address), try time(item))
        let identifier = try item.binary(ifAny: .identifier)
        guard let index = try identifier.map({ _ in 0 }) ?? UInt64(item.value(.index)) else { throw CorpusFormatError("the index is no number") }
        return Self.deciding {
            let list = try VerifiedStatusList(StatusToken(item.bytes), from: address, vouchedBy: root)
            if let fault = list.fault(at: time) { throw fault }
            let isValid = if let identifier { try !list.contains(ByteSlice(identifier)) } else { try list.value(at: index) == .valid }
            return isValid ? .accepted : .refused(codes: ["mso.status"])
        }
    }

    /// Accepted where the list is good and names the root that the case has it name, if any.
    func signedList<List: VerifiedTrustList>(
        _ item: CorpusCase, verify: ([UInt8], TrustListAuthorities, Instant) -> TrustListResult<List>
    ) throws -> CorpusAnswer {
        let anchors = try anchors(item)
        let authorities = TrustListAuthorities(anchors, revocationLists: try revocationLists(item, of: anchors))
        let listed = try item.binary(ifAny: .listed)
        switch verify(item.bytes, authorities, try time(item)) {
        case .refused(let report): return .refused(codes: Self.codes(report))
        case .verified(let list):
            guard let listed, !list.certificates.contains(where: { $0.encoded.bytes.elementsEqual(listed) }) else { return .accepted }
            return .refused(codes: Set(list.dropped.map(\.fault.code) + ["list.entries"]))
        }
    }
}
