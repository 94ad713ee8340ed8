import BrokerMessages
import COSE
import Crypto
import DocumentTrust
import Foundation
import IdentityDocumentServices
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import Testing
import WalletBroker
import X509

@Suite(
    "Who is on the list, asked through the sockets",
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("test-provider") != nil, "the parser and the test provider are not built"))
struct BrokerSelectorTests {
    private typealias Scene = SelectorScene

    /// What is asked, who signed it, and who is to be on the list.
    private struct Row {
        let name: String
        var documents = Scene.licence
        var useCases: [UseCase] = []
        var signers: [ReaderSigner] = []
        let offered: String

        init(_ name: String, _ offered: String, _ documents: [RequestedDocument] = Scene.licence, _ useCases: [UseCase] = [], by signers: ReaderSigner...) {
            (self.name, self.offered, self.documents, self.useCases, self.signers) = (name, offered, documents, useCases, signers)
        }
    }

    private static func signers(_ scene: Scene) throws -> [Row] {
        let made = try scene.authority("Made") { $0.stated = scene.first.keyIdentifier }
        let namesake = try scene.authority("First Reader CA") { $0.stated = scene.first.keyIdentifier }
        let otherMade = try scene.authority("Made") { $0.stated = scene.second.keyIdentifier }
        let claiming = try scene.certified(by: made) { $0.statedIssuer = scene.first.keyIdentifier }
        let otherClaiming = try scene.certified(by: otherMade) { $0.statedIssuer = scene.second.keyIdentifier }
        let forgedRoot = try Maker.make("Second Reader CA", .authority, key: scene.second.key, by: nil, issuerKey: Maker.key())
        return [
            Row("unsigned", "Open"),
            Row("the known authority's reader", "Local Open", by: scene.reader.signer()),
            Row("the same with its root", "Local Open", by: scene.reader.signer(scene.first)),
            Row("a reader of an authority whose root is missing", "Open", by: scene.otherReader.signer()),
            Row("the same with the root that a provider named", "Open Wallet", by: scene.otherReader.signer(scene.second)),
            Row("both readers", "Local Open Wallet", by: scene.reader.signer(), scene.otherReader.signer(scene.second)),
            Row("a self-made root that states the known one's identifier", "Open", by: claiming.signer(made)),
            Row("a self-made root that states a named one's identifier", "Open", by: otherClaiming.signer(otherMade)),
            Row("a self-made root of the known one's name and identifier", "Open", by: try scene.certified(by: namesake) { _ in }.signer(namesake)),
            Row("a self-made root before the genuine one", "Open", by: otherClaiming.signer(otherMade, scene.second)),
            Row("a named root with a signature of another key", "Open", by: scene.otherReader.signer(forgedRoot)),
            Row("a self-signed reader", "Open", by: try Maker.make("rentals.example", .reader, by: nil).signer()),
            Row(
                "a certificate of the known authority's name, signed by another key", "Open",
                by: try Maker.make("rentals.example", .reader, by: scene.first, issuerKey: Maker.key()).signer()),
            Row("a bad signature under the known reader's certificate beside a good one", "Open Wallet",
                by: scene.forger(scene.reader), scene.otherReader.signer(scene.second)),
        ]
    }

    private static func certificates(_ scene: Scene) throws -> [Row] {
        let intermediate = try scene.authority("Intermediate", by: scene.first)
        let below = try scene.certified(by: intermediate) { _ in }
        return [
            Row("expired", "Open", by: try scene.certified { $0.until = Maker.days(-1) }.signer()),
            Row("not valid yet", "Open", by: try scene.certified { $0.from = Maker.days(1) }.signer()),
            Row("revoked", "Open", by: scene.revoked.signer()),
            Row("revoked, beside a good one", "Open Wallet", by: scene.revoked.signer(), scene.otherReader.signer(scene.second)),
            Row("another certificate for the revoked one's key", "Local Open",
                by: try Maker.make("rentals.example", .reader, key: scene.revoked.key, by: scene.first).signer()),
            Row("a TLS server", "Open", by: try scene.certified { $0.purposes = [[1, 3, 6, 1, 5, 5, 7, 3, 1]] }.signer()),
            Row("no purpose", "Open", by: try scene.certified { $0.purposes = [] }.signer()),
            Row("a reader that is an authority", "Open", by: try scene.certified { $0.authority = true }.signer()),
            Row("a key that is not for signatures", "Open", by: try scene.certified { $0.usage = KeyUsage(keyAgreement: true) }.signer()),
            Row("a critical extension nobody knows", "Open", by: try scene.certified { $0.criticalExtension = true }.signer()),
            Row("by way of an intermediate", "Local Open", by: below.signer(intermediate)),
            Row("the intermediate is missing", "Open", by: below.signer()),
        ]
    }

    private static func requests(_ scene: Scene) -> [Row] {
        let (known, named) = (scene.reader.signer(), scene.otherReader.signer(scene.second))
        let either = [UseCase(isMandatory: true, documentSets: [[0], [1]])]
        let together = [UseCase(isMandatory: true, documentSets: [[0, 1]])]
        let bothMandatory = [UseCase(isMandatory: true, documentSets: [[0]]), UseCase(isMandatory: true, documentSets: [[1]])]
        let photoIDOptional = [UseCase(isMandatory: true, documentSets: [[0]]), UseCase(isMandatory: false, documentSets: [[1]])]
        let unknown = [RequestedDocument("org.example.library", nameSpace: "org.example", elements: ["number"])]
        let otherCase = [RequestedDocument("org.iso.18013.5.1.mdl", nameSpace: .mobileDrivingLicence, elements: ["family_name"])]
        return [
            Row("a photo ID, unsigned: the one for anybody has ended", "", Scene.photoID),
            Row("a photo ID whose registration still holds", "Local", Scene.photoID, by: known),
            Row("a photo ID, of the named authority's reader", "Wallet", Scene.photoID, by: named),
            Row("either document", "Local Open Wallet", Scene.both, either, by: known, named),
            Row("either document, unsigned", "Open", Scene.both, either),
            Row("both together", "Local", Scene.both, together, by: known),
            Row("both together, each reader", "Local Wallet", Scene.both, together, by: known, named),
            Row("both together, unsigned", "", Scene.both, together),
            Row("both, each mandatory", "Wallet", Scene.both, bothMandatory, by: named),
            Row("the photo ID is optional", "Local Open", Scene.both, photoIDOptional, by: known),
            Row("without use cases one answer is enough", "Local Open", Scene.both, by: known),
            Row("a type nobody has", "", unknown, by: known, named),
            Row("a type in other letters", "", otherCase, by: known, named),
            Row("of an issuer that one provider named", "Wallet", Scene.licence(of: [[9], Scene.issuer]), by: known, named),
            Row("of an issuer that nobody named", "", Scene.licence(of: [[9]]), by: known, named),
        ]
    }

    private typealias Maker = ChainMaker

    @Test("Each request is offered to exactly the providers that may know of it")
    func table() async throws {
        let scene = try Scene()
        let list = try Maker.revocationList([scene.revoked], by: scene.first)
        let broker = try await BrokerScene(scene.providers(revocationLists: [list]))
        let rows = try Self.signers(scene) + Self.certificates(scene) + Self.requests(scene)
        #expect(rows.count >= 30)
        for row in rows {
            let data = try scene.requests.data(row.documents, useCases: row.useCases, signers: row.signers)
            #expect(try await Self.offered(data, scene, broker) == row.offered, "\(row.name)")
        }
        // Those that were not on a list have been started once, to register what they have, and never since.
        for name in ["Local", "Open", "Wallet"] { #expect(broker.folder.log(name)?.contains("opened") == false) }
        await broker.end()
    }

    /// Who is on the list, by a space between.
    private static func offered(_ data: [UInt8], _ scene: Scene, _ broker: BrokerScene) async throws -> String {
        let agent = try broker.agent()
        try await agent.present(data, origin: scene.requests.origin)
        let session = try await broker.consent.next()
        let offered = try await session.offered()
        await session.decline()
        _ = try await session.outcome()
        return offered.joined(separator: " ")
    }

    @Test("Three providers that each name another authority: what a reader of one has signed reaches its own provider, and no other")
    func threeRoots() async throws {
        let scene = try Scene()
        let names = ["Local", "Open", "Wallet"]
        let authorities = [scene.first, scene.second, try scene.authority("Third Reader CA")]
        let signers = try authorities.map { authority in try scene.certified(by: authority) { _ in }.signer() }
        let providers = zip(names, authorities).map { name, authority in
            let identifier = Data(authority.keyIdentifier).base64EncodedString()
            return BrokerFolder.Provider(name: name, documents: ["one=\(BrokerFolder.licence)=\(identifier)"], readerRoots: [authority.encoded])
        }
        let broker = try await BrokerScene(providers)
        #expect(try await Self.offered(try scene.requests.data(), scene, broker) == "")
        #expect(try await Self.offered(try scene.requests.data(signers: signers), scene, broker) == "Local Open Wallet")
        for (name, signer) in zip(names, signers) {
            let others = names.filter { $0 != name }
            let logs = others.map { broker.folder.log($0) }
            let data = try scene.requests.data(signers: [signer])
            let agent = try broker.agent()
            try await agent.present(data, origin: scene.requests.origin)
            let session = try await broker.consent.next()
            #expect(try await session.offered() == [name])
            for other in others { await #expect(throws: ConsentFault.unknownProvider) { try await session.select(other) } }
            try await session.review(name, pressing: "accept")
            try await session.confirm(try await broker.verify(try await session.transaction()))
            #expect(try await agent.end(data, origin: scene.requests.origin) == .response(data.reversed()), "\(name)")
            #expect(try await session.outcome() == .answered)
            try await eventually { broker.folder.log(name)?.contains("over") == true }
            #expect(broker.folder.log(name)?.contains("released \(data.count) ") == true, "\(name)")
            #expect(others.map { broker.folder.log($0) } == logs, "\(name)")
        }
        await broker.end()
    }

    @Test("A document that its app removes leaves a list that is open already, is on no later one, and nobody can select it")
    func removed() async throws {
        let scene = try Scene()
        let documents = ["one=\(BrokerFolder.licence)=any"]
        let broker = try await BrokerScene([.init(name: "Local", documents: documents), .init(name: "Wallet", documents: documents)])
        let data = try scene.requests.data()
        let agent = try broker.agent()
        try await agent.present(data, origin: scene.requests.origin)
        let session = try await broker.consent.next()
        #expect(try await session.offered() == ["Local", "Wallet"])
        let lines = try await broker.app("Wallet", "--remove", "one")
        #expect(lines.contains("removed one") && lines.last == "kept ")
        _ = try await session.stage { if case .selecting(let choices, _) = $0 { choices.map(\.provider) == ["Local"] } else { false } }
        await #expect(throws: ConsentFault.unknownProvider) { try await session.select("Wallet") }
        await session.decline()
        _ = try await session.outcome()
        #expect(try await Self.offered(data, scene, broker) == "Local")
        #expect(broker.folder.log("Wallet")?.contains("opened") == false)
        await broker.end()
    }

    /// Runs a broker where a wallet is installed, from its start to its end.
    private func withBroker(in folder: BrokerFolder, _ body: (Broker, CollectingConsent) async throws -> Void) async throws {
        let broker = try await Broker(folder.configuration, prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
        let consent = CollectingConsent()
        let serving = Task { try? await broker.run(showing: consent) }
        defer { serving.cancel() }
        try await body(broker, consent)
        serving.cancel()
        await serving.value
    }

    @Test(
        "A document that its app removes while no broker runs is on no list once one is started, and one that it takes in is registered then",
        .enabled(if: Program.path("wallet-provider") != nil, "the example wallet is not built"), arguments: [true, false])
    func whileNoBrokerRuns(isRemoved: Bool) async throws {
        let installed = try await InstalledLicence("wallet-provider", SampleContent.drivingLicence())
        let (folder, scene) = (installed.folder, installed.scene)
        let data = try scene.data(signers: [scene.reader()])
        func offered(_ consent: CollectingConsent) async throws -> [String] {
            let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
            try await agent.present(data, origin: scene.origin)
            let session = try await consent.next()
            let offered = try await session.offered()
            await session.decline()
            _ = try await session.outcome()
            return offered
        }
        // What is there at the first start is taken as it is.
        try await withBroker(in: folder) { _, consent in
            let names = try await offered(consent)
            #expect(names == ["App"])
        }
        let wallet = try ProviderFolder(installed.storage.path + "/wallet")
        let licence = try #require(try wallet.documents.identifiers().first)
        let nowhere = IdentityDocumentProviderRegistrationStore(socket: "/nowhere/apps.sock")
        if !isRemoved {
            _ = try wallet.documents.provision(
                installed.world.licence(to: wallet.keys.makeKey(label: "second")), docType: .mobileDrivingLicence, title: "Second",
                keyLabel: "second", enrolment: wallet.documents.document(licence).ownerEnrolment,
                proofing: Proofing(reviewer: "Robin Clerk", time: scene.parties.now),
                trust: scene.parties.issuerTrust(), at: scene.parties.now)
        }
        await #expect(throws: IdentityDocumentProviderRegistrationStore.RegistrationError.notSupported) {
            try await isRemoved ? wallet.remove(licence, from: nowhere) : wallet.register(in: nowhere)
        }
        try await withBroker(in: folder) { broker, consent in
            try await eventually { try await broker.providers.documentCount(of: "App") == (isRemoved ? 0 : 2) }
            #expect(try await offered(consent) == (isRemoved ? [] : ["App"]))
        }
    }

    @Test(
        "A document that is gone without a word is shown to nobody: its request ends without a sheet, and no later list has it",
        .enabled(if: Program.path("wallet-provider") != nil, "the example wallet is not built"))
    func gone() async throws {
        let installed = try await InstalledLicence("wallet-provider", SampleContent.drivingLicence())
        let wallet = try ProviderFolder(installed.storage.path + "/wallet")
        for id in try wallet.documents.identifiers() { try wallet.documents.remove(id) }
        try await withBroker(in: installed.folder) { broker, consent in
            let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
            try await agent.present(try installed.scene.data(), origin: installed.scene.origin)
            let session = try await consent.next()
            #expect(try await session.offered() == ["App"])
            try await session.select("App")
            let last = try await session.stage { stage in
                switch stage {
                case .reviewing, .ended: true
                default: false
                }
            }
            #expect(last == .ended(.failed(code: "provider.documentGone")))
            #expect(try await broker.providers.documentCount(of: "App") == 0)
        }
    }

    @Test("A document that its app removes while linked devices are looked for is not on the list that begins then")
    func meanwhile() async throws {
        let scene = try Scene()
        let documents = ["one=\(BrokerFolder.licence)=any"]
        let broker = try await BrokerScene(
            [.init(name: "Local", documents: documents), .init(name: "Wallet", documents: documents)], deviceOptions: [])
        let links = broker.folder.path + "/state/links"
        try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data().write(to: URL(fileURLWithPath: links + "/0123456789abcdef.link"))
        // In the place of the program that reaches other devices: it says nothing of them, and ends when it may.
        let program = try ShellScript(": > asked; while [ ! -e removed ]; do sleep 0.02; done")
        let folder = URL(fileURLWithPath: program.path).deletingLastPathComponent()
        try? FileManager.default.removeItem(atPath: broker.folder.deviceProgram)
        try FileManager.default.createSymbolicLink(atPath: broker.folder.deviceProgram, withDestinationPath: program.path)
        let agent = try broker.agent()
        try await agent.present(try scene.requests.data(), origin: scene.requests.origin)
        try await eventually { FileManager.default.fileExists(atPath: folder.appendingPathComponent("asked").path) }
        #expect(try await broker.app("Wallet", "--remove", "one").contains("removed one"))
        try Data().write(to: folder.appendingPathComponent("removed"))
        let session = try await broker.consent.next()
        _ = try await session.stage { if case .selecting(let choices, _) = $0 { choices.map(\.provider) == ["Local"] } else { false } }
        await session.decline()
        _ = try await session.outcome()
        await broker.end()
        withExtendedLifetime(program) {}
    }

    @Test("A request whose signatures are all bad is refused before anybody sees it, also by providers for anybody")
    func allBad() async throws {
        let scene = try Scene()
        let broker = try await BrokerScene(scene.providers(revocationLists: []))
        let key = SigningKey.p256(scene.reader.key)
        let thorough = ReaderSigner(name: "thorough", chain: [scene.reader.encoded], key: key, coverage: .wholeRequestAndEachDocument)
        let foreign = [[scene.forger(scene.reader)], [scene.forger(scene.reader), scene.forger(scene.otherReader)]]
        let genuine = [[scene.reader.signer()], [thorough], [scene.reader.signer(), scene.otherReader.signer(scene.second)]]
        let requests = try foreign.map { try scene.requests.data(signers: $0) } + genuine.map { try Self.altered(scene, signers: $0) }
        for request in requests {
            let agent = try broker.agent()
            try await agent.present(request, origin: scene.requests.origin)
            #expect(try await agent.notice() == .ended(.notAllowed))
        }
        #expect(broker.consent.shown == 0)
        #expect(try await broker.broker.history.entries().isEmpty)
        #expect(try await Self.offered(try scene.requests.data(), scene, broker) == "Open")
        #expect(broker.consent.shown == 1)
        // What was altered can be read: it is the signatures that it was refused for.
        #expect(try await Self.offered(try Self.altered(scene, signers: []), scene, broker) == "Open")
        await broker.end()
    }

    /// A request that asks for an element which it did not ask for when it was signed.
    private static func altered(_ scene: Scene, signers: [ReaderSigner]) throws -> [UInt8] {
        let request = try scene.requests.request(signers: signers)
        let signed = try #require(Base64URL.decode(request.deviceRequest))
        let age = Array("age_over_21".utf8)
        let place = try #require(signed.indices.first { signed[$0...].starts(with: age) })
        var altered = signed
        altered.replaceSubrange(place..<place + age.count, with: Array("age_over_90".utf8))
        return RequestScene.json(deviceRequest: Base64URL.encode(altered), encryptionInfo: request.encryptionInfo)
    }

    @Test(
        "A new revocation list counts from the next request on; an older one is not taken, nor one that cannot be used, which stops the broker at the start")
    func freshList() async throws {
        let scene = try Scene()
        let list = try Maker.revocationList([scene.revoked], by: scene.first, hours: 2)
        let broker = try await BrokerScene(scene.providers(revocationLists: [list]))
        let file = URL(fileURLWithPath: broker.folder.path + "/providers/Local/list0.crl")
        let signed = try scene.requests.data(signers: [scene.reader.signer()])
        #expect(try await Self.offered(signed, scene, broker) == "Local Open")
        // One that has not begun, which keeps out none that has.
        try Data(try Maker.revocationList([scene.reader], by: scene.first, hours: -1, number: 3)).write(to: file, options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "Local Open")
        try Data(try Maker.revocationList([scene.reader], by: scene.first, number: 2)).write(to: file, options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "Open")
        // The former list again, and one of the same moment with a lower number.
        for older in [list, try Maker.revocationList([scene.revoked], by: scene.first, number: 1)] {
            try Data(older).write(to: file, options: .atomic)
            #expect(try await Self.offered(signed, scene, broker) == "Open")
        }
        try Data("no list".utf8).write(to: file, options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "Open")
        try FileManager.default.removeItem(at: file)
        #expect(try await Self.offered(signed, scene, broker) == "Open")
        await broker.end()
        for (bytes, code) in [(Data("no list".utf8), "broker.unusableRevocationList"), (nil, "provider.manifest")] as [(Data?, String)] {
            try? FileManager.default.removeItem(at: file)
            try bytes?.write(to: file)
            let error = await #expect(throws: BrokerError.self) {
                try await Broker(broker.folder.configuration, prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
            }
            #expect(error?.code == code && error?.description.contains(file.path) == true)
        }
    }

    @Test("A reader that is withdrawn while the sheet is shown gets nothing: the app is not handed its request, whoever has agreed")
    func withdrawnMeanwhile() async throws {
        let scene = try Scene()
        let broker = try await BrokerScene(scene.providers(revocationLists: [try Maker.revocationList([scene.revoked], by: scene.first, hours: 2)]))
        let data = try scene.requests.data(signers: [scene.reader.signer()])
        let agent = try broker.agent()
        try await agent.present(data, origin: scene.requests.origin)
        let session = try await broker.consent.next()
        try await session.review("Local", pressing: "accept")
        let transaction = try await session.transaction()
        let list = try Maker.revocationList([scene.reader], by: scene.first, number: 2)
        try Data(list).write(to: URL(fileURLWithPath: broker.folder.path + "/providers/Local/list0.crl"), options: .atomic)
        try await session.confirm(try await broker.verify(transaction))
        #expect(try await agent.end(data, origin: scene.requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "provider.notAllowed"))
        #expect(broker.folder.log("Local")?.contains("released") == false)
        await broker.end()
    }

    @Test("A list that had not begun when the broker was started makes readers unknown, and the right one in its place is taken")
    func earlyList() async throws {
        let scene = try Scene()
        let broker = try await BrokerScene(scene.providers(revocationLists: [try Maker.revocationList([], by: scene.first, hours: -1)]))
        let file = URL(fileURLWithPath: broker.folder.path + "/providers/Local/list0.crl")
        let signed = try scene.requests.data(signers: [scene.reader.signer()])
        #expect(try await Self.offered(signed, scene, broker) == "Open")
        try Data(try Maker.revocationList([scene.revoked], by: scene.first)).write(to: file, options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "Local Open")
        // The clock of who makes lists may be a little fast.
        let soon = try Maker.revocationList([scene.revoked], by: scene.first, hours: 0, before: Date(timeIntervalSinceNow: 30), number: 2)
        try Data(soon).write(to: file, options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "Local Open")
        await broker.end()
    }

    @Test("A list that cannot be used keeps no other one from being taken")
    func otherList() async throws {
        let scene = try Scene()
        let list = try Maker.revocationList([scene.revoked], by: scene.first)
        let broker = try await BrokerScene(scene.providers(revocationLists: [list, list]))
        let folder = URL(fileURLWithPath: broker.folder.path + "/providers/Local")
        let signed = try scene.requests.data(signers: [scene.reader.signer()])
        #expect(try await Self.offered(signed, scene, broker) == "Local Open")
        try Data("no list".utf8).write(to: folder.appendingPathComponent("list1.crl"), options: .atomic)
        try Data(try Maker.revocationList([scene.reader], by: scene.first)).write(to: folder.appendingPathComponent("list0.crl"), options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "Open")
        await broker.end()
    }

    @Test("A list of another authority in the place of one leaves what the former one has withdrawn")
    func otherAuthority() async throws {
        let scene = try Scene()
        let identifier = Data(scene.first.keyIdentifier).base64EncodedString()
        let broker = try await BrokerScene([
            .init(
                name: "Local", documents: ["a=\(BrokerFolder.licence)=\(identifier)"], readerRoots: [scene.first.encoded, scene.second.encoded],
                revocationLists: [try Maker.revocationList([scene.reader], by: scene.first)])
        ])
        let signed = try scene.requests.data(signers: [scene.reader.signer()])
        #expect(try await Self.offered(signed, scene, broker) == "")
        let file = URL(fileURLWithPath: broker.folder.path + "/providers/Local/list0.crl")
        try Data(try Maker.revocationList([], by: scene.second)).write(to: file, options: .atomic)
        #expect(try await Self.offered(signed, scene, broker) == "")
        await broker.end()
    }

    @Test("A registration that has ended comes back with a later date, also on a list that is open already")
    func refreshed() async throws {
        let scene = try Scene()
        let broker = try await BrokerScene(scene.providers(revocationLists: []))
        let agent = try broker.agent()
        try await agent.present(try scene.requests.data(Scene.photoID), origin: scene.requests.origin)
        let session = try await broker.consent.next()
        #expect(try await session.offered().isEmpty)
        let registration = "f=\(BrokerFolder.photoID)=any"
        try await broker.app("Open", "--register", registration, "--until", "\(Maker.now.timeIntervalSince1970)")
        #expect(try await session.offered().isEmpty)
        try await broker.app("Open", "--register", registration, "--until", "\(Maker.days(1).timeIntervalSince1970)")
        _ = try await session.stage { if case .selecting(let choices, _) = $0 { choices.map(\.provider) == ["Open"] } else { false } }
        await session.decline()
        _ = try await session.outcome()
        await broker.end()
    }

    @Test("The provider learns which of its documents answer which part of the request")
    func documents() async throws {
        let requests = try RequestScene()
        let (licence, photoID) = (BrokerFolder.licence, BrokerFolder.photoID)
        let broker = try await BrokerScene([.init(name: "Local", documents: ["one=\(licence)=any", "two=\(licence)=any", "three=\(photoID)=any"])])
        let agent = try broker.agent()
        try await agent.present(try requests.data(Scene.both, useCases: [UseCase(isMandatory: true, documentSets: [[0, 1]])]), origin: requests.origin)
        let session = try await broker.consent.next()
        guard case .selecting(let choices, _) = try await session.stage(where: { _ in true }) else {
            Issue.record("nothing can be selected")
            return
        }
        #expect(choices.map(\.documentTypes) == [[licence, photoID]])
        await #expect(throws: ConsentFault.unknownProvider) { try await session.select("Nobody") }
        try await session.select("Local")
        _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
        #expect(broker.folder.log("Local") == "started\nopened one,two;three pt-BR\n")
        await session.decline()
        _ = try await session.outcome()
        await broker.end()
    }

    @Test("The provider speaks the language of the window in which it was selected, and where no window has one that of the request", arguments: ["ja", nil] as [String?])
    func language(_ language: String?) async throws {
        let requests = try RequestScene()
        let broker = try await BrokerScene([.init(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])])
        let agent = try broker.agent()
        try await agent.present(try requests.data(), origin: requests.origin, locale: "pt-BR")
        let session = try await broker.consent.next()
        try await session.select("Local", in: language)
        _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
        #expect(broker.folder.log("Local") == "started\nopened one \(language ?? "pt-BR")\n")
        await session.decline()
        _ = try await session.outcome()
        await broker.end()
    }

    @Test("Where either of two kinds will do and each app has one of them, the person chooses the app, and sees which kind it answers with")
    func either() async throws {
        let requests = try RequestScene()
        let (licence, photoID) = (BrokerFolder.licence, BrokerFolder.photoID)
        let broker = try await BrokerScene([
            .init(name: "Local", documents: ["one=\(licence)=any"]), .init(name: "Wallet", documents: ["two=\(photoID)=any"]),
        ])
        let agent = try broker.agent()
        try await agent.present(try requests.data(Scene.both, useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])]), origin: requests.origin)
        let session = try await broker.consent.next()
        guard case .selecting(let choices, _) = try await session.stage(where: { _ in true }) else {
            Issue.record("nothing can be selected")
            return
        }
        #expect(choices.map { [$0.provider] + $0.documentTypes } == [["Local", licence], ["Wallet", photoID]])
        // The second is as good as the first.
        try await session.select("Wallet")
        _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
        #expect(broker.folder.log("Wallet") == "started\nopened ;two pt-BR\n")
        await session.decline()
        _ = try await session.outcome()
        await broker.end()
    }

    @Test("A brand is shown for a registered reader's own page alone, with the picture of its certificate")
    func brand() async throws {
        let scene = try Scene()
        let requests = scene.requests
        let authority = requests.parties.readerAuthority
        let foreign = try ReaderAuthority.make(
            name: AuthorityName(country: "UT", commonName: "Utopia Reader CA"), notBefore: requests.parties.now.advanced(byDays: -10))
        let stranger = try foreign.issueReaderCertificate(
            name: AuthorityName(country: "UT", organization: "Rentals", commonName: "rentals.example"), notBefore: requests.parties.now.advanced(byDays: -5),
            domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/ca.crl")
        let png = Array(try #require(Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAACElEQVR4nAMAAAAAAUgGidIAAAAASUVORK5CYII=")))
        let key = P256.Signing.PrivateKey()
        let allowed = try AllowedElements([.mobileDrivingLicence: [ElementReference(.mobileDrivingLicence, "family_name")]])
        var generator = SystemRandomNumberGenerator()
        let certificate = try authority.certify(
            RegisteredReader(
                name: AuthorityName(country: "UT", organization: "Rentals Inc.", commonName: "rentals.example"), publicKey: .init(key.publicKey),
                domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/ca.crl",
                registration: try ReaderRegistration(brand: "Starship Rentals", purpose: "Check of age", privacyPolicy: "https://rentals.example/privacy"),
                icon: try BrandIcon(png: png), allowedElements: allowed),
            notBefore: requests.parties.now.advanced(byDays: -5), using: &generator)
        func registered(_ coverage: ReaderSigner.Coverage) -> ReaderSigner { ReaderSigner(name: "registered", chain: [certificate], key: SigningKey.p256(key), coverage: coverage) }
        func swapped(withHash: Bool) throws -> [ReaderSigner] {
            let other = try SwappedIcon.certificate(certificate, swapping: png, withHash: withHash)
            return [ReaderSigner(name: "swapped", chain: [other], key: SigningKey.p256(key))]
        }
        let (otherIcon, otherIconAndHash) = (try swapped(withHash: false), try swapped(withHash: true))
        let brand = Requester.Brand(name: "Starship Rentals", icon: png, authority: "Utopia Reader CA")
        let named = Requester.Brand(name: "Spaceship Rentals", icon: nil, authority: "Utopia Reader CA")
        let elsewhere = "https://rentals.example.evil.example"
        let broker = try await BrokerScene([
            .init(name: "Local", documents: ["a=\(BrokerFolder.licence)=any", "b=\(BrokerFolder.photoID)=any"], readerRoots: [authority.identity.derEncoded])
        ])
        for (name, signers, origin, expected) in [
            ("registered", [registered(.wholeRequest)], requests.origin, brand), ("each document", [registered(.wholeRequestAndEachDocument)], requests.origin, brand),
            ("without a brand of its own", [requests.reader()], requests.origin, named), ("unsigned", [], requests.origin, nil),
            ("another page", [registered(.wholeRequest)], elsewhere, nil), ("unknown authority", [ReaderSigner(name: "stranger", chain: [stranger.derEncoded], key: stranger.signingKey)], requests.origin, nil),
            ("another icon", otherIcon, requests.origin, nil), ("another icon, and its hash", otherIconAndHash, requests.origin, nil),
        ] as [(String, [ReaderSigner], String, Requester.Brand?)] {
            let agent = try broker.agent()
            try await agent.present(try requests.data(Scene.both, signers: signers, origin: origin), origin: origin)
            let session = try await broker.consent.next()
            #expect(session.requester.brand == expected, "\(name)")
            #expect(session.requester.origin == origin, "\(name)")
            await session.decline()
            _ = try await session.outcome()
        }
        await broker.end()
    }

    @Test(
        "A brand is shown on the word of an authority whose app the person allows, not before, not after a refusal, which ends an open request with it")
    func allowedAuthorities() async throws {
        let requests = try RequestScene()
        let documents = ["one=\(BrokerFolder.licence)=any"]
        let local = BrokerFolder.Provider(name: "Local", documents: documents)
        let wallet = BrokerFolder.Provider(name: "Wallet", documents: documents, readerRoots: [requests.parties.readerAuthority.identity.derEncoded])
        let broker = try await BrokerScene([local, wallet], isEverybodyAllowed: false)
        try await broker.allow(local)
        let desk = broker.broker.providers
        func begun() async throws -> (agent: TestAgent, session: any ConsentSession) {
            let agent = try broker.agent()
            try await agent.present(try requests.data(signers: [requests.reader()]), origin: requests.origin)
            return (agent, try await broker.consent.next())
        }
        for decision in [nil, .refused] as [ProviderAuthorization?] {
            if let decision { try await desk.decide(decision, about: "Wallet") }
            let (agent, session) = try await begun()
            #expect(session.requester.brand == nil)
            #expect(try await session.offered() == ["Local"])
            await session.decline()
            _ = try await session.outcome()
            agent.channel.close()
        }
        try await broker.allow(wallet)
        let (agent, session) = try await begun()
        #expect(session.requester.brand == Requester.Brand(name: "Spaceship Rentals", icon: nil, authority: "Utopia Reader CA"))
        #expect(try await session.offered() == ["Local", "Wallet"])
        try await desk.decide(.refused, about: "Wallet")
        #expect(try await session.outcome() == .failed(code: "provider.notAllowed"))
        await #expect(throws: ConsentFault.notNow) { try await session.select("Local") }
        agent.channel.close()
        await broker.end()
    }
}
