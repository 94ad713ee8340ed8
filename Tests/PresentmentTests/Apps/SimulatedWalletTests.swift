import CBOR
import Crypto
import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import SimulatedDocuments
import Testing
import WalletBroker

@Suite("Wallets for tests that answer apps", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct SimulatedWalletTests {
    private static let number = ElementReference(.mobileDrivingLicence, "document_number")
    private static let question = ["--kind", "drivers-license", "--word", "document-number"]

    /// What a wallet answers an app, and its sheet. The person has a real licence in the wallet's folder each time.
    private func ask(_ scene: AppScene) async throws -> (envelope: [UInt8], sheet: String) {
        let grant = try scene.grant([BrokerFolder.licence: ["document-number"]])
        let (lines, sheet) = try await scene.agree("--kind", "drivers-license", "--word", "document-number", grant: grant)
        return (try #require(AppScene.envelope(in: lines)), sheet)
    }

    private func session(_ scene: AppScene, _ key: P256.KeyAgreement.PrivateKey) throws -> InAppSession {
        try InAppSession(
            nonce: Array(AppScene.nonce.utf8), merchantIdentifier: AppScene.merchant, teamIdentifier: AppScene.team, merchantKeys: [key],
            requested: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["document_number"])],
            expiresAt: scene.parties.now.advanced(bySeconds: 600))
    }

    /// The verdict of a server under a profile for tests.
    private func verdict(
        _ envelope: [UInt8], _ scene: AppScene, _ key: P256.KeyAgreement.PrivateKey, under profile: any VerificationProfile
    ) throws -> Verdict {
        let verifier = try Verifier(trust: scene.parties.issuerTrust(), profile: profile, mode: .development)
        return verifier.verify(envelope: envelope, for: try session(scene, key), at: scene.parties.now)
    }

    private func failures(
        _ envelope: [UInt8], _ scene: AppScene, _ key: P256.KeyAgreement.PrivateKey, under profile: any VerificationProfile
    ) throws -> [CheckIdentifier] {
        try verdict(envelope, scene, key, under: profile).report.failures.map(\.identifier)
    }

    /// Whether a server as it is in production refuses an answer as mock data.
    private func isRefusedAsMock(_ envelope: [UInt8], _ scene: AppScene, _ key: P256.KeyAgreement.PrivateKey) throws -> Bool {
        let verifier = Verifier(trust: try scene.parties.issuerTrust())
        let verdict = verifier.verify(envelope: envelope, for: try session(scene, key), at: scene.parties.now)
        guard case .refused(let refusal) = verdict else { return false }
        return refusal.isMockData
    }

    /// What mock data says; nil where the verdict is another.
    private func mock(_ verdict: Verdict) throws -> [ElementReference: CBORValue]? {
        guard case .mock(let response) = verdict, verdict.output.verdict == .mock else { return nil }
        var values: [ElementReference: CBORValue] = [:]
        for element in response.documents.flatMap(\.elements) { values[element.reference] = try element.item.value() }
        return values
    }

    @Test("A simulator answers with mock data that nobody signed, by its published key: refused unless a server asks for just that")
    func simulator() async throws {
        let scene = try await AppScene(mode: "--simulator")
        let (envelope, sheet) = try await ask(scene)
        #expect(sheet.contains("Simulated document") && sheet.contains("Mock data: nothing in it is real."))
        #expect(try failures(envelope, scene, scene.merchantKey, under: SimulatorProfile()) == [.responseDecryption])
        let published = try SimulatorKey.published
        #expect(try isRefusedAsMock(envelope, scene, published))
        let verdict = try verdict(envelope, scene, published, under: SimulatorProfile())
        #expect(try mock(verdict) == [Self.number: .text("SIM-0001")])
        #expect(verdict.report.outcomes(of: .issuerSignature) == [.skipped])
        #expect(verdict.report.outcomes(of: .deviceAuthentication) == [.skipped])
        #expect(try failures(envelope, scene, published, under: DeveloperDeviceProfile()) == [.deviceAuthentication])
        await scene.end()
    }

    @Test("A developer's device signs mock data for who asks: refused unless a server asks for just that, and then device yes, issuer none")
    func developerDevice() async throws {
        let scene = try await AppScene(mode: "--developer-device")
        let (envelope, sheet) = try await ask(scene)
        #expect(sheet.contains("Simulated document") && sheet.contains("Mock data: nothing in it is real."))
        #expect(try failures(envelope, scene, SimulatorKey.published, under: DeveloperDeviceProfile()) == [.responseDecryption])
        #expect(try isRefusedAsMock(envelope, scene, scene.merchantKey))
        let verdict = try verdict(envelope, scene, scene.merchantKey, under: DeveloperDeviceProfile())
        #expect(try mock(verdict) == [Self.number: .text("SIM-0001")])
        #expect(verdict.report.outcomes(of: .deviceAuthentication) == [.passed])
        #expect(verdict.report.outcomes(of: .issuerSignature) == [.skipped])
        await scene.end()
    }

    @Test("Of two documents that will do the person chooses, as in a wallet of real ones", arguments: [
        (nil, "org.iso.18013.5.1"), ("Choice 2: Photo ID", "org.iso.23220.1"),
    ] as [(String?, NameSpace)])
    func preferred(_ option: String?, _ nameSpace: NameSpace) async throws {
        let scene = try await AppScene([SampleContent.drivingLicence(), AppScene.photoID], mode: "--developer-device")
        let grant = try scene.grant([BrokerFolder.licence: ["portrait"], BrokerFolder.photoID: ["portrait"]])
        let (lines, sheet) = try await scene.agree(
            "--kind", "drivers-license", "--word", "portrait", "--kind", "photo-id", "--word", "portrait", grant: grant, preferring: option)
        #expect(sheet.contains("<b>\(option ?? "Choice 1: Driving licence")</b> <span>will answer</span>"))
        let session = try InAppSession(
            nonce: Array(AppScene.nonce.utf8), merchantIdentifier: AppScene.merchant, teamIdentifier: AppScene.team,
            merchantKeys: [scene.merchantKey], requested: [], expiresAt: scene.parties.now.advanced(bySeconds: 600))
        let verifier = try Verifier(trust: scene.parties.issuerTrust(), profile: DeveloperDeviceProfile(), mode: .development)
        let verdict = verifier.verify(envelope: try #require(AppScene.envelope(in: lines)), for: session, at: scene.parties.now)
        #expect(try mock(verdict).map { Set($0.keys) } == [ElementReference(nameSpace, "portrait")])
        await scene.end()
    }

    @Test("Wallet without a mode answers with the real licence, which no profile for tests accepts")
    func real() async throws {
        let scene = try await AppScene()
        let (envelope, sheet) = try await ask(scene)
        #expect(!sheet.contains("Simulated") && !sheet.contains("Mock"))
        guard case .verified(let response) = try verdict(envelope, scene, scene.merchantKey, under: ISOProfile()) else {
            Issue.record("the real licence is not verified")
            return
        }
        #expect(response.documents.flatMap(\.issuerSigned).map(\.text) == ["UT-4711-0815"])
        for profile in [SimulatorProfile() as any VerificationProfile, DeveloperDeviceProfile()] {
            #expect(try failures(envelope, scene, scene.merchantKey, under: profile) == [.dataMock])
        }
        await scene.end()
    }

    @Test(
        "A simulator registers its mock data, and answers through the broker's own process",
        .enabled(if: Program.path("mdoc-broker") != nil, "the broker is not built"))
    func process() async throws {
        let scene = try await AppScene(mode: "--simulator")
        let registry = try ProviderRegistry(path: scene.folder.configuration.state + "/registry.sqlite")
        try await scene.broker.providers.decide(.authorized, about: "App")
        let types = [BrokerFolder.licence, BrokerFolder.photoID, "org.iso.23220.1.jp.mnc"]
        try await eventually { Set(try await registry.documents(of: "App").map(\.documentIdentifier)) == Set(types.map { "simulated:\($0)" }) }
        await scene.end()
        try Data("\(BrokerScene.pin)\n".utf8).write(to: URL(fileURLWithPath: scene.folder.path + "/pin"))
        let broker = try await ServedBroker(scene.folder, "accept:App")
        let lines = try await scene.run(["ask"] + Self.question, grant: scene.grant([BrokerFolder.licence: ["document-number"]]))
        let envelope = try #require(AppScene.envelope(in: lines))
        #expect(try mock(verdict(envelope, scene, SimulatorKey.published, under: SimulatorProfile())) == [Self.number: .text("SIM-0001")])
        withExtendedLifetime(broker) {}
    }

    @Test(
        "Beside a real registration a simulator says so in its log, and registers its mock data when the broker starts after that is gone",
        .enabled(if: Program.path("mdoc-broker") != nil, "the broker is not built"))
    func afterReal() async throws {
        let scene = try await AppScene(mode: "--simulator")
        let registry = try ProviderRegistry(path: scene.folder.configuration.state + "/registry.sqlite")
        func registered() async throws -> Set<String> { Set(try await registry.documents(of: "App").map(\.documentIdentifier)) }
        let types = [BrokerFolder.licence, BrokerFolder.photoID, "org.iso.23220.1.jp.mnc"]
        let all = Set(types.map { "simulated:\($0)" }), gone = "simulated:\(BrokerFolder.photoID)"
        try await scene.broker.providers.decide(.authorized, about: "App")
        try await eventually { try await registered() == all }
        try await registry.register(
            RegisteredDocument(provider: "App", documentIdentifier: "real", documentType: BrokerFolder.licence, readers: .anyReader))
        try await registry.remove(gone, of: "App")
        try await scene.broker.providers.decide(.authorized, about: "App")
        try await eventually { scene.folder.log("App")?.contains("not registered: \(SimulationRefusal.realDocuments)\n") == true }
        #expect(try await registered() == all.subtracting([gone]).union(["real"]))
        await scene.end()
        try await registry.remove("real", of: "App")
        try Data("\(BrokerScene.pin)\n".utf8).write(to: URL(fileURLWithPath: scene.folder.path + "/pin"))
        let broker = try await ServedBroker(scene.folder, "decline")
        try await eventually { try await registered() == all }
        withExtendedLifetime(broker) {}
    }

    @Test("Beside a real registration a simulator registers nothing and takes nothing back; without one it registers its mock data")
    func besideReal() async throws {
        let types = [BrokerFolder.licence, BrokerFolder.photoID, "org.iso.23220.1.jp.mnc"]
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let (storage, parties) = (try TemporaryFolder(), try SampleParties(now: now))
        let folder = try ProviderFolder(storage.path + "/wallet")
        try folder.trust(parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let wallet = try SimulatedWallet(.simulator, folder: folder, at: now)
        let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: Set(types)))
        for identifier in ["real", "simulated:gone"] {
            try await registrations.addRegistration(
                MobileDocumentRegistration(
                    mobileDocumentType: BrokerFolder.licence, supportedAuthorityKeyIdentifiers: [Data([1])], documentIdentifier: identifier))
        }
        await #expect(throws: SimulationRefusal.realDocuments) { try await wallet.register(in: registrations) }
        let kept = try await registrations.registrations.map { $0.documentIdentifier }
        #expect(Set(kept) == ["real", "simulated:gone"])
        try await registrations.removeRegistration(forDocumentIdentifier: "real")
        try await wallet.register(in: registrations)
        let registered = try await registrations.registrations.map { $0.documentIdentifier }
        #expect(Set(registered) == Set(types.map { "simulated:\($0)" }))
        withExtendedLifetime(storage) {}
    }

    @Test("A simulator registers the mock data of those types that it is entitled to, takes back what is no more, and names the rest")
    func notEntitled() async throws {
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let (storage, parties) = (try TemporaryFolder(), try SampleParties(now: now))
        let folder = try ProviderFolder(storage.path + "/wallet")
        try folder.trust(parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let wallet = try SimulatedWallet(.simulator, folder: folder, at: now)
        let registrations = IdentityDocumentProviderRegistrationStore(registry: InProcessRegistry(entitled: [BrokerFolder.photoID]))
        try await registrations.addRegistration(
            MobileDocumentRegistration(
                mobileDocumentType: BrokerFolder.photoID, supportedAuthorityKeyIdentifiers: [Data([1])], documentIdentifier: "simulated:gone"))
        let unusable = await #expect(throws: UnusableDocuments.self) { try await wallet.register(in: registrations) }
        let others = [BrokerFolder.licence, "org.iso.23220.1.jp.mnc"]
        #expect(unusable?.faults == Dictionary(uniqueKeysWithValues: others.map { ("simulated:\($0)", DocumentStoreError.notEntitled) }))
        let registered = try await registrations.registrations.map { $0.documentIdentifier }
        #expect(registered == ["simulated:\(BrokerFolder.photoID)"])
        withExtendedLifetime(storage) {}
    }

    @Test(
        "A mistyped mode, one behind the folder, and more than a mode takes start no provider",
        arguments: [["--simulater"], ["folder", "--simulator"], ["--simulator", "--developer-device"], ["--simulator", "one", "two"], ["one", "two"]])
    func mistyped(arguments: [String]) async throws {
        let program = try #require(Program.path("wallet-provider"))
        let lines = try await BrokerFolder([]).run("/bin/sh", ["-c", "\"$0\" \"$@\" 2>&1; echo $?", program] + arguments)
        #expect(lines == ["usage: wallet-provider [--simulator | --developer-device] [FOLDER]", "64"])
    }

    @Test("The command gives the published key as a server takes it", .enabled(if: Program.path("wallet") != nil, "the command wallet is not built"))
    func publishedKey() async throws {
        let lines = try await BrokerFolder([]).run(try #require(Program.path("wallet")), ["simulator-key"])
        let key = try P256.KeyAgreement.PrivateKey(pemRepresentation: lines.joined(separator: "\n"))
        #expect(try key.rawRepresentation == SimulatorKey.published.rawRepresentation)
    }
}
