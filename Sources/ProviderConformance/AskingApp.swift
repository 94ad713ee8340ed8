import AppGrantTokens
import AppRequests
import BrokerMessages
import Crypto
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import X509

/// An app that a registrar has granted what it asks for, and its server.
struct AskingApp {
    private static let merchant = "merchant.example.conformance"
    private static let team = "TEAM42"
    private static let nonce = Array("a nonce of the server".utf8)
    /// What brings the elements that the website asks for.
    private static let words = ["family-name", "document-number"]

    /// Its request, as broker and provider read it.
    let read: ReadAppRequest
    private let merchantKey = P256.KeyAgreement.PrivateKey()
    private let expiry: Instant

    init(_ parties: SampleParties) throws {
        let (identity, now) = (parties.readerAuthority.identity, parties.now)
        let docType = DocType.mobileDrivingLicence.rawValue
        let claims = GrantClaims(
            serialNumber: [1, 2, 3], client: "example.conformance", name: "Conformance", team: Self.team,
            executable: Array(repeating: 0, count: SHA256.byteCount),
            grant: AppGrant(words: [docType: Set(Self.words)], merchantIdentifiers: [Self.merchant]),
            privacyPolicies: [PrivacyPolicyLink(holder: "Conformance", url: "https://conformance.example/privacy")],
            notBefore: now.advanced(byDays: -1).secondsSinceEpoch, notAfter: now.advanced(byDays: 1).secondsSinceEpoch)
        let grant = try GrantToken(claims, for: identity.certificate.publicKey) { try identity.signingKey.signature(over: $0) }
        let words = Self.words.map { AppRequest.Word(word: $0, threshold: nil, retention: .none) }
        let request = AppRequest(
            documents: [AppRequest.Document(docType: docType, region: nil, acceptsAge: false, words: words)], merchantIdentifier: Self.merchant,
            nonce: Self.nonce, purpose: "To try a provider", grant: grant.text,
            merchantCertificate: try Self.certificate(of: merchantKey.publicKey, parties))
        read = try ReadAppRequest(
            request, registrars: AppRegistrars(roots: [identity.certificate]) { _, _ in false }, tables: .builtIn, at: now.secondsSinceEpoch)
        expiry = now.advanced(bySeconds: 600)
    }

    /// What its server knows of the answer before it comes.
    func session() throws -> InAppSession {
        // Without what was asked for, so that nothing of what comes is dropped.
        try InAppSession(
            nonce: Self.nonce, merchantIdentifier: Self.merchant, teamIdentifier: Self.team, merchantKeys: [merchantKey], expiresAt: expiry)
    }

    private static func certificate(of key: P256.KeyAgreement.PublicKey, _ parties: SampleParties) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.x963Representation)
        return try parties.readerAuthority.certify(
            MerchantEncryption(
                name: AuthorityName(country: "UT", commonName: merchant), publicKey: Certificate.PublicKey(publicKey), merchantIdentifier: merchant,
                teamIdentifier: team, crlDistributionPoint: "https://readers.example/ca.crl"),
            notBefore: parties.now.advanced(byDays: -1), using: &generator)
    }
}
