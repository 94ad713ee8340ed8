import CBOR
import COSE
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import PresentmentRequest
import RelyingParty
import RequestExtraction
import VectorSupport

/// A website and its requests. All of one scene have the same nonce and key, so that they differ in nothing but what is said.
struct RequestScene {
    let parties: SampleParties
    let origin: String
    private let recipientKey = P256.KeyAgreement.PrivateKey()
    private let nonceSeed: UInt64

    static let licence = RequestedDocument(
        .mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["family_name", "age_over_21"], retaining: ["family_name"])
    static let photoID = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["portrait"])

    /// - Parameters:
    ///   - now: the moment by which everything is judged; where programs judge, theirs.
    ///   - licence: what the holder's licence says.
    init(nonceSeed: UInt64 = 1, now: Instant? = nil, licence: DocumentContent = SampleContent.drivingLicence()) throws {
        guard let now = now ?? Instant("2026-06-01T12:00:00Z") else { throw CancellationError() }
        parties = try SampleParties(now: now, content: licence)
        origin = parties.origin.serialized
        self.nonceSeed = nonceSeed
    }

    /// The two texts of a request.
    func request(
        _ documents: [RequestedDocument] = [licence], useCases: [UseCase] = [], signers: [ReaderSigner] = [], otherNonce: Bool = false,
        origin: String? = nil
    ) throws -> PresentationRequest.Data {
        var generator = SeededGenerator(seed: otherNonce ? nonceSeed + 1 : nonceSeed)
        return try RequestBuilder(documents: documents, useCases: useCases, signers: signers).build(
            for: Origin(origin ?? self.origin), expiresAt: parties.now.advanced(bySeconds: 600), recipientKey: recipientKey, using: &generator
        ).request.data
    }

    /// A request as user agents pass it.
    func data(
        _ documents: [RequestedDocument] = [licence], useCases: [UseCase] = [], signers: [ReaderSigner] = [], otherNonce: Bool = false,
        origin: String? = nil
    ) throws -> [UInt8] {
        Self.json(try request(documents, useCases: useCases, signers: signers, otherNonce: otherNonce, origin: origin))
    }

    /// A request for one document that no builder need take.
    func data(items document: RequestedDocument) throws -> [UInt8] {
        let items = ItemsRequest(docType: document.docType, elements: document.elements, requestInfo: document.info)
        return try data(deviceRequest: DeviceRequest.encode(items: [(DeviceRequest.encodeItems(items), nil)], info: nil, readerAuthAll: []))
    }

    /// A request around a device request made by hand.
    func data(deviceRequest: CBORValue) throws -> [UInt8] { try data(deviceRequest: deviceRequest.encoded) }

    func data(deviceRequest: [UInt8]) throws -> [UInt8] {
        Self.json(deviceRequest: Base64URL.encode(deviceRequest), encryptionInfo: try request().encryptionInfo)
    }

    func partial(_ data: [UInt8]) throws -> PartialRequest { try RequestExtraction.partialRequest(from: data, origin: origin) }

    /// The website's signer.
    func reader(_ coverage: ReaderSigner.Coverage = .wholeRequest) -> ReaderSigner { parties.readerSigner(coverage) }

    /// Another signer of the same authority.
    func otherReader(_ curve: EllipticCurve = .p256) throws -> ReaderSigner {
        let certified = try parties.readerAuthority.issueReaderCertificate(
            name: AuthorityName(country: "UT", organization: "Another", commonName: "rentals.example"), curve: curve,
            notBefore: parties.now.advanced(byDays: -1), domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/ca.crl")
        return ReaderSigner(name: "other", chain: [certified.derEncoded], key: certified.signingKey)
    }

    /// A signer whose certificate is of another key, so that its signatures do not verify.
    func impostor(_ curve: EllipticCurve = .p256) -> ReaderSigner {
        ReaderSigner(name: "impostor", chain: [parties.reader.derEncoded], key: SigningKey.generate(curve))
    }

    static func json(_ data: PresentationRequest.Data) -> [UInt8] {
        json(deviceRequest: data.deviceRequest, encryptionInfo: data.encryptionInfo)
    }

    static func json(deviceRequest: String, encryptionInfo: String) -> [UInt8] {
        Array(#"{"deviceRequest":"\#(deviceRequest)","encryptionInfo":"\#(encryptionInfo)"}"#.utf8)
    }
}
