import AppGrantTokens
import CBOR
import Crypto
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import X509

/// A machine with an app on it, and the app's server.
protocol AppMachine {
    var parties: SampleParties { get }
    var folder: BrokerFolder { get }
    /// What answers are sealed to.
    var merchantKey: P256.KeyAgreement.PrivateKey { get }
}

extension AppMachine {
    // MARK: The app

    /// The app's program.
    var app: String { folder.path + "/docking" }

    /// Installs it, and gives it the merchant's certificate.
    func installApp() throws {
        try Program.copy(try #require(Program.path("test-app")), to: app)
        try Data(certificate()).write(to: URL(fileURLWithPath: folder.path + "/merchant.der"))
    }

    static func digest(of program: String) throws -> [UInt8] {
        Array(SHA256.hash(data: try Data(contentsOf: URL(fileURLWithPath: program), options: .alwaysMapped)))
    }

    /// Grants an app something, by the registrar of the machine or by another one; the token's file.
    @discardableResult
    func grant(
        _ words: [String: Set<String>], merchants: Set<String> = [AppScene.merchant], legalBasis: Set<ElementName> = [], to program: String? = nil,
        by registrar: ReaderAuthority? = nil, from: Int64 = -86_400, until: Int64 = 86_400
    ) throws -> String {
        let identity = (registrar ?? parties.readerAuthority).identity
        let now = parties.now.secondsSinceEpoch
        let claims = GrantClaims(
            serialNumber: [1, 2, 3], client: "example.docking", name: "Docking Pass", team: AppScene.team,
            executable: try Self.digest(of: program ?? app),
            grant: AppGrant(words: words, merchantIdentifiers: merchants, legalBasis: legalBasis),
            privacyPolicies: [
                PrivacyPolicyLink(holder: "Docking Pass", url: "https://docking.example/privacy"),
                PrivacyPolicyLink(holder: "Harbour Office", url: "https://harbour.example/privacy"),
            ], notBefore: now + from, notAfter: now + until)
        let token = try GrantToken(claims, for: identity.certificate.publicKey) { try identity.signingKey.signature(over: $0) }
        let file = "\(folder.path)/grant-\(UInt32.random(in: .min ... .max))"
        try Data(token.text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// The merchant's encryption certificate.
    func certificate(_ merchant: String = AppScene.merchant, team: String = AppScene.team) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let key = try P256.Signing.PublicKey(x963Representation: merchantKey.publicKey.x963Representation)
        return try parties.readerAuthority.certify(
            MerchantEncryption(
                name: AuthorityName(country: "UT", commonName: merchant), publicKey: Certificate.PublicKey(key), merchantIdentifier: merchant,
                teamIdentifier: team, crlDistributionPoint: "https://readers.example/ca.crl"),
            notBefore: parties.now.advanced(byDays: -1), using: &generator)
    }

    /// Runs the app to its end; what it prints, line by line.
    ///
    /// - Parameters:
    ///   - socket: where it looks for a broker; nil for where that is.
    ///   - locale: the language of its environment.
    func run(
        _ arguments: [String], grant: String?, program: String? = nil, socket: String? = nil, locale: String = "en_US.UTF-8"
    ) async throws -> [String] {
        try await folder.run(
            program ?? app,
            [arguments[0]] + (grant.map { ["--grant", $0] } ?? []) + [
                "--certificate", folder.path + "/merchant.der", "--merchant", AppScene.merchant, "--nonce", AppScene.nonce,
            ] + arguments.dropFirst(), socket: socket, locale: locale)
    }

    /// Whether the app may ask.
    func mayAsk(_ arguments: String..., grant: String?) async throws -> Bool { try await run(["may"] + arguments, grant: grant) == ["may true"] }

    // MARK: The server

    /// What the server gets to know of the answer the app printed; nil where it verifies nothing.
    ///
    /// - Parameters:
    ///   - requested: what the server was to be told; nothing for whatever came.
    ///   - isAnyOf: whether one of the documents is enough.
    func received(_ lines: [String], requested: [RequestedDocument] = [], isAnyOf: Bool = false) throws -> [ElementReference: String]? {
        guard let envelope = Self.envelope(in: lines) else { return nil }
        let session = try InAppSession(
            nonce: Array(AppScene.nonce.utf8), merchantIdentifier: AppScene.merchant, teamIdentifier: AppScene.team,
            merchantKeys: [merchantKey], requested: requested, isAnyOf: isAnyOf, expiresAt: parties.now.advanced(bySeconds: 600))
        let server = try Verifier(trust: parties.issuerTrust(), profile: ISOProfile(), mode: .development)
        guard case .verified(let verified) = server.verify(envelope: envelope, for: session, at: parties.now) else { return nil }
        return Dictionary(uniqueKeysWithValues: verified.documents.flatMap(\.issuerSigned).map { ($0.reference, $0.text ?? "\($0.value)") })
    }

    static func envelope(in lines: [String]) -> [UInt8]? {
        lines.first { $0.hasPrefix("answer ") }.flatMap { Data(base64Encoded: String($0.dropFirst(7))) }.map { Array($0) }
    }
}
