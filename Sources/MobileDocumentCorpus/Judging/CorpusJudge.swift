import CBOR
import COSE
import Crypto
import DocumentTrust
import MobileDocument
import RelyingParty

/// What this package's own verifier, wallet and decoders say of a case.
public struct CorpusJudge: Sendable {
    /// Makes a judge.
    public init() {}

    /// Answers a case.
    ///
    /// - Throws: `CorpusFormatError` for a case that lacks what its kind needs.
    public func answer(to item: CorpusCase) throws -> CorpusAnswer {
        switch item.kind {
        case .response: try response(item)
        case .deviceResponse: try deviceResponse(item)
        case .envelope: try envelope(item)
        case .request: try request(item)
        case .encryptionInfo: encryptionInfo(item)
        case .origin: origin(item)
        case .certificate: try certificate(item)
        case .revocationList: try revocationList(item)
        case .statusToken: try statusToken(item)
        case .issuerList: try signedList(item, verify: VICALVerification.verify)
        case .readerList: try signedList(item, verify: RICALVerification.verify)
        case .cbor: Self.reading { _ = try CBORItem(item.bytes[...]) }
        case .sign1: try sign1(item)
        case .mac0: try mac0(item)
        case .coseKey: Self.reading { _ = try Self.coseKey(item.bytes).verificationKey() }
        case .hpke: try hpke(item)
        case .json: json(item)
        case .hybridCode, .hybridAdvert, .hybridReply, .hybridFrame, .hybridMessage, .hybridCapabilities, .hybridRequest, .hybridResponse:
            try hybrid(item)
        case .http: .undecided("http is decided by a running service")
        }
    }

    // MARK: Common inputs

    func time(_ item: CorpusCase) throws -> Instant { try Self.instant(item.value(.time)) }

    func anchors(_ item: CorpusCase) throws -> [TrustAnchor] {
        try item.all(.trust).map { text in
            // A reader's root may be as large as a reader's certificate; what else there is to check is the same.
            TrustAnchor(try ParsedCertificate(reader: ByteSlice(Base64Lines.decode(text))), provenance: "corpus")
        }
    }

    func revocationLists(_ item: CorpusCase, of anchors: [TrustAnchor]) throws -> [RevocationList] {
        try item.all(.revocationList).map { text in
            let der = try Base64Lines.decode(text)
            for anchor in anchors {
                if let list = try? RevocationList(der, issuedBy: anchor) { return list }
            }
            throw CorpusFormatError("a revocation list of the case is of none of its roots")
        }
    }

    func key(_ item: CorpusCase, _ name: CorpusInput.Name) throws -> P256.KeyAgreement.PrivateKey {
        try P256.KeyAgreement.PrivateKey(rawRepresentation: item.binary(name))
    }

    static func instant(_ text: String) throws -> Instant {
        guard let instant = Instant(text) else { throw CorpusFormatError("this is no time: \(text)") }
        return instant
    }

    // MARK: Answers

    /// Accepts what can be read, and refuses the rest for the code of what is thrown.
    static func reading(_ body: () throws -> Void) -> CorpusAnswer {
        deciding {
            try body()
            return .accepted
        }
    }

    /// Gives what is decided; where something is thrown, a refusal for its code.
    static func deciding(_ body: () throws -> CorpusAnswer) -> CorpusAnswer {
        do {
            return try body()
        } catch {
            return .refused(codes: [CorpusCode.of(error)])
        }
    }

    static func answer(_ verdict: Verdict) -> CorpusAnswer {
        if case .verified = verdict { return .accepted }
        return .refused(codes: codes(verdict.report))
    }

    static func codes(_ report: VerificationReport) -> Set<String> { Set(report.failures.map(\.identifier.rawValue)) }

    static func coseKey(_ bytes: [UInt8]) throws -> COSEKey {
        var reader = try CBORReader(bytes)
        let key = try COSEKey(from: &reader)
        try reader.finish()
        return key
    }
}
