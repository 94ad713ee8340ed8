import AppGrantTokens
import CBOR
import Crypto
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import Logging
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import Testing
import UserVerification
import WalletBroker
import X509

/// A machine with a broker, a provider with documents, and an app; and the app's server. Everything judges by the real clock, since programs do.
final class AppScene: Sendable {
    static let merchant = "merchant.example.docking"
    static let team = "TEAM42"
    static let nonce = "a nonce of the server"

    let parties: SampleParties
    let folder: BrokerFolder
    let storage: TemporaryFolder
    let broker: Broker
    let consent = CollectingConsent()
    let verifier: UserVerifier
    let merchantKey = P256.KeyAgreement.PrivateKey()
    private let serving: Task<Void, Never>

    /// - Parameters:
    ///   - documents: what the person has.
    ///   - tables: a table that is installed on the machine.
    ///   - program: the provider.
    ///   - withdrawn: what is on the registrar's list, and how many days ago it was made; nil for no list.
    init(
        _ documents: [DocumentContent] = [SampleContent.drivingLicence()], tables: String? = nil, program: String = "wallet-provider",
        withdrawn: (serialNumber: [UInt8], daysAgo: Int)? = nil
    ) async throws {
        parties = try SampleParties(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
        storage = try TemporaryFolder()
        let authority = parties.readerAuthority.identity
        let lists = try withdrawn.map { [parties] withdrawn in
            let time = parties.now.advanced(byDays: -withdrawn.daysAgo).advanced(bySeconds: -60)
            return try parties.readerAuthority.signRevocationList(
                RevocationListContent(
                    number: 1, thisUpdate: time, nextUpdate: time.advanced(byDays: 7),
                    revoked: [RevokedCertificate(serialNumber: withdrawn.serialNumber, time: time)]))
        }
        folder = try BrokerFolder([
            .init(
                name: "App", documentTypes: documents.map(\.docType.rawValue), arguments: [storage.path + "/wallet"], readerRoots: [authority.derEncoded],
                revocationLists: lists.map { [$0] } ?? [], program: program)
        ])
        let configuration = folder.configuration
        try FileManager.default.createDirectory(atPath: configuration.state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try FileManager.default.createDirectory(atPath: folder.path + "/tables", withIntermediateDirectories: false)
        if let tables { try Data(tables.utf8).write(to: URL(fileURLWithPath: folder.path + "/tables/made-up.table")) }
        let verifier = UserVerifier(store: try EnrolmentStore(path: configuration.state + "/enrolments.sqlite", rounds: 16))
        try await verifier.enrol(pin: BrokerScene.pin, phrase: "blue heron")
        self.verifier = verifier
        try await Self.provision(documents, parties, storage, folder, enrolment: try await verifier.enrolment()?.identifier)
        let broker = try await Broker(
            BrokerConfiguration(
                state: configuration.state, runtime: configuration.runtime, providers: configuration.providers, parser: configuration.parser,
                tables: folder.path + "/tables"),
            prompt: ScriptedPrompt(true), enrolment: { try? await verifier.enrolment()?.identifier },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        self.broker = broker
        serving = Task { [consent] in try? await broker.run(showing: consent) }
        try await installApp()
        try Data(certificate()).write(to: URL(fileURLWithPath: folder.path + "/merchant.der"))
    }

    func end() async {
        serving.cancel()
        await serving.value
    }

    private static func provision(
        _ documents: [DocumentContent], _ parties: SampleParties, _ storage: TemporaryFolder, _ folder: BrokerFolder, enrolment: String?
    ) async throws {
        let authority = parties.readerAuthority.identity
        let wallet = try ProviderFolder(storage.path + "/wallet")
        try wallet.trust(authority.certificatePEM, named: "readers", as: .reader)
        try wallet.trust(parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        let registry = try ProviderRegistry(path: folder.configuration.state + "/registry.sqlite")
        try await registry.install("App", documentTypes: Set(documents.map(\.docType.rawValue)))
        try await registry.decide(.authorized, about: "App")
        let midnight = CalendarDate(parties.now).startOfDay
        for (number, content) in documents.enumerated() {
            let key = try wallet.keys.makeKey(label: "key-\(number)")
            let issued = try MobileDocumentIssuer(signer: parties.signer).issue(
                content, deviceKey: key.publicKey,
                validity: ValidityInfo(
                    signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
            let document = try wallet.documents.provision(
                issued, docType: content.docType, title: "Document", keyLabel: "key-\(number)", enrolment: enrolment,
                proofing: Proofing(reviewer: "Robin Clerk", time: parties.now), trust: parties.issuerTrust(), at: parties.now)
            let registrar = Array(Insecure.SHA1.hash(data: authority.certificate.publicKey.subjectPublicKeyInfoBytes))
            try await registry.register(
                RegisteredDocument(
                    provider: "App", documentIdentifier: document.id, documentType: content.docType.rawValue, readers: .authorities([registrar])))
        }
    }

    // MARK: The app

    /// The app's program.
    var app: String { folder.path + "/docking" }

    private func installApp() async throws {
        try FileManager.default.copyItem(atPath: try #require(Program.path("test-app")), toPath: app)
    }

    static func digest(of program: String) throws -> [UInt8] {
        Array(SHA256.hash(data: try Data(contentsOf: URL(fileURLWithPath: program), options: .alwaysMapped)))
    }

    /// Grants an app something, by the registrar of the machine or by another one; the token's file.
    @discardableResult
    func grant(
        _ words: [String: Set<String>], merchants: Set<String> = [merchant], legalBasis: Set<ElementName> = [], to program: String? = nil,
        by registrar: ReaderAuthority? = nil, from: Int64 = -86_400, until: Int64 = 86_400
    ) throws -> String {
        let identity = (registrar ?? parties.readerAuthority).identity
        let now = parties.now.secondsSinceEpoch
        let claims = GrantClaims(
            serialNumber: [1, 2, 3], client: "example.docking", name: "Docking Pass", team: Self.team, executable: try Self.digest(of: program ?? app),
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
    func certificate(_ merchant: String = merchant, team: String = team) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let key = try P256.Signing.PublicKey(x963Representation: merchantKey.publicKey.x963Representation)
        return try parties.readerAuthority.certify(
            MerchantEncryption(
                name: AuthorityName(country: "UT", commonName: merchant), publicKey: Certificate.PublicKey(key), merchantIdentifier: merchant,
                teamIdentifier: team, crlDistributionPoint: "https://readers.example/ca.crl"),
            notBefore: parties.now.advanced(byDays: -1), using: &generator)
    }

    /// Runs the app to its end; what it prints, line by line.
    func run(_ arguments: [String], grant: String?, program: String? = nil) async throws -> [String] {
        try await folder.run(
            program ?? app,
            [arguments[0]] + (grant.map { ["--grant", $0] } ?? []) + [
                "--certificate", folder.path + "/merchant.der", "--merchant", Self.merchant, "--nonce", Self.nonce,
            ] + arguments.dropFirst())
    }

    /// Whether the app may ask.
    func mayAsk(_ arguments: String..., grant: String?) async throws -> Bool { try await run(["may"] + arguments, grant: grant) == ["may true"] }

    /// Has the app ask, and the person agree to what is shown. What the app prints, and the sheet.
    func agree(_ arguments: String..., grant: String) async throws -> (lines: [String], sheet: String) {
        async let lines = asking(arguments, grant: grant)
        let session = try await consent.next()
        try await session.select("App")
        guard case .reviewing(_, let sheet) = try await session.stage(where: { if case .reviewing = $0 { true } else { false } }) else { return ([], "") }
        try await press("Accept", on: sheet, of: session)
        try await session.confirm(try await verify(try await session.transaction()))
        // The answer goes before it is written down.
        _ = try await session.outcome()
        return (try await lines, sheet)
    }

    /// An app that has ended shows the person nothing any more.
    private func asking(_ arguments: [String], grant: String) async throws -> [String] {
        defer { consent.end() }
        return try await run(["ask"] + arguments, grant: grant)
    }

    /// Presses the sheet's button of this label.
    func press(_ label: String, on sheet: String, of session: any ConsentSession) async throws {
        let button = try #require(try Regex("<button[^>]*value=\"([^\"]*)\"[^>]*>\(label)</button>", as: (Substring, Substring).self).firstMatch(in: sheet))
        try await session.act(String(button.output.1), values: [:])
    }

    func verify(_ transaction: [UInt8]) async throws -> VerifiedUser {
        let verifier = UserVerifier(store: try EnrolmentStore(path: folder.configuration.state + "/enrolments.sqlite", rounds: 16))
        try await verifier.begin(transaction, at: Date())
        return try await verifier.verify(pin: BrokerScene.pin, for: transaction, at: Date())
    }

    // MARK: The server

    /// What the server gets to know of the answer the app printed; nil where it verifies nothing.
    ///
    /// - Parameter requested: what the server was to be told; nil for whatever came.
    func received(_ lines: [String], requested: [RequestedDocument] = []) throws -> [ElementReference: String]? {
        guard let envelope = Self.envelope(in: lines) else { return nil }
        let session = try InAppSession(
            nonce: Array(Self.nonce.utf8), merchantIdentifier: Self.merchant, teamIdentifier: Self.team, merchantKeys: [merchantKey], requested: requested,
            expiresAt: parties.now.advanced(bySeconds: 600))
        let server = try Verifier(trust: parties.issuerTrust(), profile: ISOProfile(), mode: .development)
        guard case .verified(let verified) = server.verify(envelope: envelope, for: session, at: parties.now) else { return nil }
        return Dictionary(uniqueKeysWithValues: verified.documents.flatMap(\.issuerSigned).map { ($0.reference, $0.text ?? "\($0.value)") })
    }

    static func envelope(in lines: [String]) -> [UInt8]? {
        lines.first { $0.hasPrefix("answer ") }.flatMap { Data(base64Encoded: String($0.dropFirst(7))) }.map { Array($0) }
    }
}
