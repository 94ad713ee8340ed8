import CBOR
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import Logging
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Testing
import UserVerification
import WalletBroker
import X509

/// A machine with a broker, a provider with documents, and an app; and the app's server. Everything judges by the real clock, since programs do.
final class AppScene: AppMachine, Sendable {
    static let merchant = "merchant.example.docking"
    static let team = "TEAM42"
    static let nonce = "a nonce of the server"
    private static let simulatedTypes = [BrokerFolder.photoID, "org.iso.23220.1.jp.mnc"]

    /// A photo ID that has a portrait.
    static var photoID: DocumentContent {
        let portrait = DocumentContent.Element(ElementReference("org.iso.23220.1", "portrait"), .bytes(SamplePortrait.jpeg))
        return DocumentContent(docType: DocType(rawValue: BrokerFolder.photoID), elements: [portrait])
    }

    let parties: SampleParties
    let folder: BrokerFolder
    let storage: TemporaryFolder
    let broker: Broker
    let consent = CollectingConsent()
    let merchantKey = P256.KeyAgreement.PrivateKey()
    private let serving: Task<Void, Never>

    /// - Parameters:
    ///   - documents: what the person has.
    ///   - tables: a table that is installed on the machine.
    ///   - program: the provider.
    ///   - mode: by which the provider has mock data in place of what the person has; nil for none.
    ///   - registrars: roots that the provider brings along beside the usual one.
    ///   - withdrawn: what is on the registrar's list, and how many days ago it was made; nil for no list.
    init(
        _ documents: [DocumentContent] = [SampleContent.drivingLicence()], tables: String? = nil, program: String = "wallet-provider",
        mode: String? = nil, registrars: [ReaderAuthority] = [], withdrawn: (serialNumber: [UInt8], daysAgo: Int)? = nil
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
                name: "App", documentTypes: Self.types(of: documents, mode: mode).sorted(),
                arguments: (mode.map { [$0] } ?? []) + [storage.path + "/wallet"], readerRoots: [authority.derEncoded] + registrars.map(\.identity.derEncoded),
                revocationLists: lists.map { [$0] } ?? [], program: program)
        ])
        let configuration = folder.configuration
        try FileManager.default.createDirectory(atPath: folder.path + "/tables", withIntermediateDirectories: false)
        if let tables { try Data(tables.utf8).write(to: URL(fileURLWithPath: folder.path + "/tables/made-up.table")) }
        let verifier = try await folder.enrol()
        try await Self.provision(documents, parties, storage, folder, mode: mode, enrolment: try await verifier.enrolment()?.identifier)
        let broker = try await Broker(
            BrokerConfiguration(
                state: configuration.state, runtime: configuration.runtime, providers: configuration.providers, parser: configuration.parser,
                tables: folder.path + "/tables"),
            prompt: ScriptedPrompt(true), enrolment: { try? await verifier.enrolment()?.identifier },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        self.broker = broker
        serving = Task { [consent] in try? await broker.run(showing: consent) }
        try installApp()
    }

    func end() async {
        serving.cancel()
        await serving.value
    }

    /// What the provider is entitled to.
    private static func types(of documents: [DocumentContent], mode: String?) -> Set<String> {
        Set(documents.map(\.docType.rawValue) + (mode == nil ? [] : simulatedTypes))
    }

    private static func provision(
        _ documents: [DocumentContent], _ parties: SampleParties, _ storage: TemporaryFolder, _ folder: BrokerFolder, mode: String?, enrolment: String?
    ) async throws {
        let authority = parties.readerAuthority.identity
        let wallet = try ProviderFolder(storage.path + "/wallet")
        try wallet.trust(authority.certificatePEM, named: "readers", as: .reader)
        try wallet.trust(parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        let registry = try ProviderRegistry(path: folder.configuration.state + "/registry.sqlite")
        try await registry.install("App", displayName: "App App", documentTypes: types(of: documents, mode: mode))
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
            // A simulator registers nothing beside real documents.
            let identifier = mode == nil ? document.id : "simulated:\(content.docType)"
            let registrar = Array(Insecure.SHA1.hash(data: authority.certificate.publicKey.subjectPublicKeyInfoBytes))
            try await registry.register(
                RegisteredDocument(
                    provider: "App", documentIdentifier: identifier, documentType: content.docType.rawValue, readers: .authorities([registrar])))
        }
        // As when its app has registered them.
        try? FileManager.default.removeItem(atPath: wallet.path + "/unheard")
    }

    // MARK: The person

    /// Has the app ask, and the person agree to what is shown. What the app prints, and the sheet.
    ///
    /// - Parameter option: which alternative the person prefers, as the sheet calls it; nil for the one that is proposed.
    func agree(_ arguments: String..., grant: String, preferring option: String? = nil) async throws -> (lines: [String], sheet: String) {
        async let lines = asking(arguments, grant: grant)
        let session = try await consent.next()
        try await session.select("App")
        guard case .reviewing(_, var sheet) = try await session.stage(where: { if case .reviewing = $0 { true } else { false } }) else { return ([], "") }
        if let option {
            try await press("Use instead: \(option)", on: sheet, of: session)
            let chosen = "<b>\(option)</b> <span>will answer</span>"
            let renewed = try await session.stage { if case .reviewing(_, let shown) = $0 { shown.contains(chosen) } else { false } }
            if case .reviewing(_, let shown) = renewed { sheet = shown }
        }
        try await press("Accept", on: sheet, of: session)
        try await session.confirm(try await verify(try await session.transaction()))
        // The answer goes before the request is over.
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
        let verifier = try folder.verifier()
        try await verifier.begin(transaction, at: Date())
        return try await verifier.verify(pin: BrokerScene.pin, for: transaction, at: Date())
    }
}
