import CBOR
import DocumentTrust
import MobileDocument

/// Certificates, revocation lists and status tokens.
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

    /// Accepted where the token is good and the document's place in it says so.
    func statusToken(_ item: CorpusCase) throws -> CorpusAnswer {
        guard let root = try anchors(item).first?.certificate else { throw CorpusFormatError("the case trusts no root") }
        guard let index = UInt64(try item.value(.index)) else { throw CorpusFormatError("the index is no number") }
        let (address, time) = (try item.value(.address), try time(item))
        return Self.deciding {
            let list = try VerifiedStatusList(StatusToken(item.bytes), from: address, vouchedBy: root)
            if let fault = list.fault(at: time) { throw fault }
            return try list.value(at: index) == .valid ? .accepted : .refused(codes: ["mso.status"])
        }
    }
}
