public import COSE
public import DocumentProvider
public import DocumentTrust
public import IssuingAuthority
public import MobileDocument
public import RelyingParty
import CBOR

/// A small world for tests and demonstrations: an issuing authority, a wallet with a licence, and a website with a
/// reader certificate, all made at one given moment. Nothing in it is kept or trusted anywhere else.
public struct SampleParties: Sendable {
    /// The moment everything was made and is judged by.
    public let now: Instant
    /// The issuing authority's root.
    public let root: IssuerRoot
    /// Its document signer.
    public let signer: CertifiedKey
    /// The authority of readers.
    public let readerAuthority: ReaderAuthority
    /// The website's reader certificate.
    public let reader: CertifiedKey
    /// The device key of the licence.
    public let deviceKey: SigningKey
    /// The licence as issued.
    public let licence: [UInt8]
    /// The website's origin.
    public let origin: Origin

    /// Makes the world.
    ///
    /// - Parameters:
    ///   - now: the moment; certificates begin ten days before it.
    ///   - content: what the licence says.
    ///   - curve: curve of the issuer's keys.
    ///   - digestAlgorithm: digests of the licence.
    ///   - origin: the website.
    public init(
        now: Instant, content: DocumentContent = SampleContent.drivingLicence(), curve: EllipticCurve = .p256,
        digestAlgorithm: DigestAlgorithm = .sha256, deviceCurve: EllipticCurve = .p256, origin: String = "https://rentals.example"
    ) throws {
        self.now = now
        let begin = now.advanced(byDays: -10)
        let rootCurve = curve == .ed25519 ? .p256 : curve
        root = try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: AuthorityName(country: "UT", organization: "Utopia Department of Mobility", commonName: "Utopia IACA"),
                curve: rootCurve, notBefore: begin, contact: .uri("https://mobility.utopia.example"),
                crlDistributionPoint: "https://mobility.utopia.example/iaca.crl"))
        signer = try root.issueDocumentSigner(
            curve: curve, notBefore: begin, contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        readerAuthority = try ReaderAuthority.make(
            name: AuthorityName(country: "UT", commonName: "Utopia Reader CA"), notBefore: begin)
        reader = try readerAuthority.issueReaderCertificate(
            name: AuthorityName(country: "UT", organization: "Spaceship Rentals", commonName: "rentals.example"), notBefore: begin,
            domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/reader-ca.crl")
        deviceKey = SigningKey.generate(deviceCurve)
        let midnight = CalendarDate(now).startOfDay
        licence = try MobileDocumentIssuer(signer: signer, digestAlgorithm: digestAlgorithm).issue(
            content, deviceKey: deviceKey.verificationKey.coseKey,
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
        self.origin = try Origin(origin)
    }

    /// Trust in the issuing authority alone.
    public func issuerTrust(scope: TrustAnchor.Scope = .anyDocType) throws -> IssuerTrustList {
        IssuerTrustList([TrustAnchor(try ParsedCertificate(ByteSlice(root.identity.derEncoded)), scope: scope, provenance: "sample")])
    }

    /// Trust in the reader authority alone.
    public func readerTrust() throws -> ReaderTrustList {
        ReaderTrustList([TrustAnchor(try ParsedCertificate(ByteSlice(readerAuthority.identity.derEncoded)), provenance: "sample")])
    }

    /// The wallet, with the licence in it.
    public func holder(policy: ReaderPolicy = .trustedReaders) throws -> Holder {
        Holder(documents: [try HeldDocument(issuerSigned: licence, deviceKey: deviceKey)], readerTrust: try readerTrust(), policy: policy)
    }

    /// The website's signer.
    public func readerSigner(_ coverage: ReaderSigner.Coverage = .wholeRequest) -> ReaderSigner {
        ReaderSigner(name: "sample", chain: [reader.derEncoded], key: reader.signingKey, coverage: coverage)
    }

    /// Asks for elements of the licence.
    public func request(
        _ elements: [ElementIdentifier], retaining: Set<ElementIdentifier> = []
    ) throws -> (session: PendingSession, request: PresentationRequest) {
        try RequestBuilder(
            documents: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements, retaining: retaining)],
            signers: [readerSigner()]
        ).build(for: origin, expiresAt: now.advanced(bySeconds: 600))
    }

    /// Lets the wallet answer a request from the website's page, with its owner's consent to what it proposes.
    public func answer(_ request: PresentationRequest, policy: ReaderPolicy = .trustedReaders) throws -> CredentialResponse {
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: origin)
        let review = try holder(policy: policy).review(presented, at: now)
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        return CredentialResponse(sealed: sealed.encoded)
    }
}
