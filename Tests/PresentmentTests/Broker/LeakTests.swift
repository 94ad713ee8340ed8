import BrokerMessages
import CBOR
import DocumentTrust
import Foundation
import Glibc
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import Testing
import UserVerification
import WalletBroker

/// The examples' providers, each alone on its machine.
private let providers = ["wallet-provider", "local-driving-authority-provider"]

/// What the licence of the tests below says, recognisable wherever it turns up.
private enum Canary {
    static let text = "CANARY-7b1f"

    /// Texts that are codes.
    private static let codes: Set<ElementIdentifier> = [
        "issuing_country", "resident_country", "nationality", "un_distinguishing_sign", "eye_colour", "hair_colour",
    ]

    /// Every text that is free and the portrait hold it.
    static let licence: DocumentContent = {
        let sample = SampleContent.drivingLicence()
        return DocumentContent(docType: sample.docType, elements: sample.elements.map(marked))
    }()

    private static func marked(_ element: DocumentContent.Element) -> DocumentContent.Element {
        let identifier = element.reference.identifier
        return switch element.value {
        case .text where !codes.contains(identifier): .init(element.reference, .text("\(text)-\(identifier.rawValue)"))
        case .bytes(let bytes): .init(element.reference, .bytes(bytes + Array(text.utf8)))
        default: element
        }
    }
}

@Suite(
    "Nothing that a document says is left behind",
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil && providers.allSatisfy { Program.path($0) != nil },
        "the broker, its parser and the examples' providers are not built"))
struct LeakTests {
    /// A machine with one provider installed and a licence of canaries in its folder.
    private struct Installed {
        let scene: RequestScene
        let world: ProviderWorld
        let storage: TemporaryFolder
        let folder: BrokerFolder

        init(_ program: String) async throws {
            scene = try RequestScene(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)), licence: Canary.licence)
            world = try ProviderWorld(scene: scene)
            storage = try TemporaryFolder()
            let authority = scene.parties.readerAuthority.identity
            folder = try BrokerFolder([
                .init(name: "App", arguments: [storage.path + "/wallet"], readerRoots: [authority.derEncoded], program: program)
            ])
            try await ServedBroker.enrol(folder)
            let state = folder.configuration.state
            let enrolment = try await UserVerifier(store: try EnrolmentStore(path: state + "/enrolments.sqlite")).enrolment()?.identifier
            let wallet = try ProviderFolder(storage.path + "/wallet")
            try wallet.trust(authority.certificatePEM, named: "readers", as: .reader)
            let key = try wallet.keys.makeKey(label: "licence")
            let midnight = CalendarDate(scene.parties.now).startOfDay
            let issued = try MobileDocumentIssuer(signer: scene.parties.signer).issue(
                Canary.licence, deviceKey: key.publicKey,
                validity: ValidityInfo(
                    signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
            let document = try wallet.documents.provision(
                issued, docType: .mobileDrivingLicence, title: "Licence", keyLabel: "licence", enrolment: enrolment,
                proofing: Proofing(reviewer: "Robin Clerk", time: scene.parties.now), trust: scene.parties.issuerTrust(), at: scene.parties.now)
            let registry = try ProviderRegistry(path: state + "/registry.sqlite")
            try await registry.install("App", documentTypes: [BrokerFolder.licence])
            try await registry.decide(.authorized, about: "App")
            try await registry.register(
                RegisteredDocument(provider: "App", documentIdentifier: document.id, documentType: BrokerFolder.licence, readers: .anyReader))
        }

        /// A request for elements of the licence, by a reader that may ask for them.
        func request(_ elements: [ElementIdentifier]) throws -> (session: PendingSession, request: PresentationRequest) {
            try RequestBuilder(
                documents: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements)],
                signers: [world.registeredReader(mayAsk: elements)]
            ).build(for: scene.parties.origin, expiresAt: scene.parties.now.advanced(bySeconds: 600))
        }

        /// What the website gets to know of an answer.
        func texts(in answer: [UInt8], of session: PendingSession) async throws -> [ElementIdentifier: String] {
            let store = InMemorySessionStore()
            await store.insert(session, id: SessionIdentifier(rawValue: "one"))
            let verifier = try Verifier(trust: scene.parties.issuerTrust(), profile: ISOProfile(), mode: .development)
            guard let claimed = await store.claim(SessionIdentifier(rawValue: "one"), at: scene.parties.now),
                case .verified(let verified) = verifier.verify(CredentialResponse(sealed: answer), for: claimed, at: scene.parties.now)
            else { return [:] }
            return Dictionary(uniqueKeysWithValues: verified.documents.flatMap(\.issuerSigned).map { ($0.reference.identifier, $0.text ?? "") })
        }
    }

    @Test("With a canary in every element, the website alone gets to know it: no file, no output, not the broker's memory", arguments: providers)
    func canary(_ program: String) async throws {
        let installed = try await Installed(program)
        // A request may ask for two ages.
        let asked = Canary.licence.elements.map(\.reference.identifier).filter { $0 != "age_over_65" }
        let (session, request) = try installed.request(asked)
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
        let data = RequestScene.json(request.data)
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        guard case .response(let answer)? = try await agent.end(data, origin: installed.scene.origin) else {
            Issue.record("there is no answer: \(try broker.printed())")
            return
        }
        let received = try await installed.texts(in: answer, of: session)
        #expect(Set(received.keys) == Set(asked))
        #expect(received["family_name"] == Canary.text + "-family_name")
        let history = try await PresentmentHistory(path: installed.folder.configuration.state + "/history.sqlite").entries()
        #expect(history.map(\.record.outcome) == [ConsentOutcome.answered])
        let written = try installed.folder.writtenBytes() + Data(try broker.printed().utf8)
        #expect(written.range(of: Data("family_name".utf8)) != nil)
        #expect(written.range(of: Data(Canary.text.utf8)) == nil)
        // The documents' own folder holds them sealed.
        #expect(try installed.storage.contents().range(of: Data(Canary.text.utf8)) == nil)
        let texts = [Canary.text, installed.scene.origin]
        if let found = RunningProgram.texts(texts, inMemoryOf: broker.identifier) {
            // The page's name is there, or the search would prove nothing.
            #expect(found == [installed.scene.origin])
        }
        broker.kill()
    }

    @Test("The provider releases exactly the elements agreed to", arguments: providers)
    func exactly(_ program: String) async throws {
        let installed = try await Installed(program)
        let (session, request) = try installed.request(["family_name", "resident_city"])
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
        let data = RequestScene.json(request.data)
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        guard case .response(let answer)? = try await agent.end(data, origin: installed.scene.origin) else {
            Issue.record("there is no answer: \(try broker.printed())")
            return
        }
        #expect(
            try await installed.texts(in: answer, of: session)
                == ["family_name": Canary.text + "-family_name", "resident_city": Canary.text + "-resident_city"])
        broker.kill()
    }

    @Test("Neither the broker nor what it starts leaves a core dump, and no other program of its user can look into the broker")
    func concealed() async throws {
        let provider = BrokerFolder.Provider(
            name: "Local", documents: ["one=\(BrokerFolder.licence)=any"], arguments: ["--flaw", "waitsInAnswer"])
        let folder = try BrokerFolder([provider])
        try await ServedBroker.enrol(folder)
        let requests = try RequestScene()
        let broker = try await ServedBroker(folder, "accept:Local")
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", provider.documents[0]])
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        while let notice = try await agent.notice(), notice != .pull {}
        try await agent.release(data, origin: requests.origin)
        try await eventually { folder.log("Local")?.contains("released") == true }
        let started = RunningProgram(path: folder.program("Local")).processes
        #expect(!started.isEmpty)
        for process in [broker.identifier] + started {
            let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            #expect(limits.contains(#/Max core file size +[01] +[01] /#))
            #expect(try String(contentsOfFile: "/proc/\(process)/coredump_filter", encoding: .utf8).allSatisfy { "0\n".contains($0) })
        }
        broker.kill()
    }

    private static let setpriv = "/usr/bin/setpriv"
    /// Arguments for a program of a user that has nothing.
    private static let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

    @Test(
        "No other program of the same user can look into the broker, which recognises apps all the same",
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv), "needs root and setpriv"))
    func sameUser() async throws {
        let folder = try BrokerFolder([.init(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])])
        try await ServedBroker.enrol(folder)
        for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: folder.path)) { chown("\(folder.path)/\(file)", 65534, 65534) }
        func run(_ arguments: [String]) async throws -> [String] { try await folder.run(Self.setpriv, Self.asNobody + arguments) }
        // Where this user cannot even reach the programs, there is nothing to be seen.
        guard try await !run([folder.program("Local"), "--as-app"]).isEmpty else { return }
        let broker = try await ServedBroker(folder, "accept:Local", startedBy: [Self.setpriv] + Self.asNobody)
        #expect(try await run([folder.program("Local"), "--as-app", "--register", "one=\(BrokerFolder.licence)=any"]).last == "kept one")
        #expect(try await run(["/bin/cat", "/proc/\(broker.identifier)/maps"]).isEmpty)
        let other = Process()
        other.executableURL = URL(fileURLWithPath: Self.setpriv)
        other.arguments = Self.asNobody + ["/bin/sleep", "60"]
        try other.run()
        defer { other.terminate() }
        try await eventually { RunningProgram(path: "/usr/bin/sleep").processes.contains(other.processIdentifier) }
        #expect(try await !run(["/bin/cat", "/proc/\(other.processIdentifier)/maps"]).isEmpty)
        broker.kill()
    }
}
