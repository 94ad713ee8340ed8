import CBOR
import COSE
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// The sample world of all cases: one issuing authority, one website with one session, one wallet.
struct CorpusWorld {
    /// Why the world cannot be made.
    struct Impossible: Error {}

    static let asked: [ElementIdentifier] = ["family_name", "given_name", "age_over_21", "issuing_country"]

    let parties: SampleParties
    let session: PendingSession
    let request: PresentationRequest
    /// The issuing authority's key.
    let rootKey: P256.Signing.PrivateKey
    /// The key of signers whose certificates are made by hand.
    let signerKey = P256.Signing.PrivateKey()
    /// A key that nobody trusts.
    let strangerKey = P256.Signing.PrivateKey()

    init() throws {
        let parties = try SampleParties(
            now: Instant(secondsSinceEpoch: 1_780_315_200),  // 2026-06-01T12:00:00Z
            content: SampleContent.drivingLicence(portrait: SamplePortrait.placeholder(bytes: 48)))
        self.parties = parties
        (session, request) = try parties.request(Self.asked)
        guard case .p256(let key) = parties.root.identity.signingKey else { throw Impossible() }
        rootKey = key
    }

    var now: Instant { parties.now }
    var root: [UInt8] { parties.root.identity.derEncoded }
    var readerRoot: [UInt8] { parties.readerAuthority.identity.derEncoded }

    var time: CorpusInput { CorpusInput(.time, now.description) }
    var recipientKey: CorpusInput { .binary(.recipientKey, [UInt8](session.recipientKey.rawRepresentation)) }

    /// What an answer to the session is judged by.
    var sessionInputs: [CorpusInput] { inputs(of: session) }

    /// What an answer to a session is judged by.
    func inputs(of session: PendingSession) -> [CorpusInput] {
        [
            time, CorpusInput(.origin, session.origin.serialized), CorpusInput(.ends, now.advanced(bySeconds: 600).description),
            CorpusInput(.encryptionInfo, session.encryptionInfo), CorpusInput(.deviceRequest, session.deviceRequest ?? ""),
            .binary(.recipientKey, [UInt8](session.recipientKey.rawRepresentation)), .binary(.trust, root),
        ]
    }

    /// A session whose request wants documents of one issuing authority alone.
    func session(naming root: [UInt8]) throws -> PendingSession {
        guard let identifier = try ParsedCertificate(ByteSlice(root)).subjectKeyIdentifier else { throw Impossible() }
        let document = RequestedDocument(
            .mobileDrivingLicence, elements: Self.asked.map { .init(ElementReference(.mobileDrivingLicence, $0), intentToRetain: false) },
            info: DocRequestInfo(issuerIdentifiers: [ByteSlice(identifier)]))
        return try RequestBuilder(documents: [document]).build(for: parties.origin, expiresAt: now.advanced(bySeconds: 600)).0
    }

    /// A response of the world, changed.
    func response(_ change: (inout ForgedResponse) throws -> Void = { _ in }) throws -> ForgedResponse {
        var response = ForgedResponse(parties)
        try change(&response)
        return response
    }

    /// The same, encoded for the session.
    func plain(_ change: (inout ForgedResponse) throws -> Void = { _ in }) throws -> [UInt8] {
        try response(change).encode(transcript: session.transcript)
    }

    /// The same, sealed for the session, or for another one.
    func sealed(for other: PendingSession? = nil, _ change: (inout ForgedResponse) throws -> Void = { _ in }) throws -> [UInt8] {
        guard let bytes = try response(change).seal(for: other ?? session).sealed else { throw Impossible() }
        return bytes
    }

    /// A certificate under the issuing authority for `signerKey`, changed.
    func signer(_ change: (inout CertificateDraft) -> Void = { _ in }) throws -> [UInt8] {
        var draft = CertificateDraft(now: now, key: signerKey, issuer: parties.root.identity.certificate.subject, issuerKey: rootKey)
        change(&draft)
        return try draft.encoded()
    }

    /// Sets a certificate made by hand, and its key, as the signer of a response.
    func sign(_ response: inout ForgedResponse, by certificate: [UInt8]) {
        response.chain = [certificate]
        response.issuerKey = .p256(signerKey)
        response.algorithm = -7
    }
}
