import COSE
import DocumentProvider
import DocumentTrust
import DrivingAuthority
import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import Subprocess
import SystemPackage
import Testing
import WalletBroker

@Suite("Local Driving Authority")
struct DrivingAuthorityTests {
    private static let form = LicenceForm(
        familyName: "Appleseed", givenName: "Kelly", birthDate: "1994-04-18", categories: ["B"], portrait: Data(SamplePortrait.jpeg))
    private let now: Instant
    private let folder: TemporaryFolder
    private let office: LicenceOffice
    private let registrations: IdentityDocumentProviderRegistrationStore
    private let app: LicenceApp

    init() throws {
        now = try #require(Instant("2026-06-01T12:00:00Z"))
        folder = try TemporaryFolder()
        office = try LicenceOffice(folder: folder.path + "/office", at: now)
        registrations = IdentityDocumentProviderRegistrationStore(
            registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"], enrolment: "owner"))
        app = try LicenceApp(folder: ProviderFolder(folder.path + "/app"), office: office, registrations: registrations)
    }

    private func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch { return (error as? OfficeRefusal)?.code }
    }

    @Test("A licence is applied for, approved, issued, registered, listed and removed")
    func life() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let document = try await app.issue(application.id, at: now)
        #expect(document.ownerEnrolment == "owner" && document.proofing.reviewer == "Robin Clerk")
        try await app.folder.register(in: registrations)
        let registered = try await registrations.registrations
        #expect(registered.map(\.documentIdentifier) == [document.id])
        let contents = try app.folder.documents.contents(of: document, trust: app.folder.issuers(), at: now)
        #expect(contents.elements.first { $0.reference.identifier == "family_name" }?.text == "Appleseed")
        #expect(contents.elements.first { $0.reference.identifier == "age_over_65" }?.boolean == false)
        try await app.folder.remove(document.id, from: registrations)
        #expect(try await registrations.registrations.isEmpty)
        #expect(try app.folder.documents.documents().isEmpty)
    }

    @Test(
        "What its program issues is in the broker's registry when it returns, and what it removes is gone from there",
        .enabled(
            if: ["mdoc-broker", "local-driving-authority", "test-provider"].allSatisfy { Program.path($0) != nil },
            "the broker, the example and the test provider are not built"))
    func registered() async throws {
        let program = try #require(Program.path("local-driving-authority"))
        // The provider does nothing when it is told to register: what the registry has, it has of the app.
        let machine = try BrokerFolder([.init(name: "Local", arguments: ["--flaw", "endsAtOnce"], apps: [program])])
        try await ServedBroker.enrol(machine)
        let broker = try await ServedBroker(machine, "accept:Local")
        let registry = try ProviderRegistry(path: machine.configuration.state + "/registry.sqlite")
        func run(_ arguments: String...) async throws -> [String] {
            try await machine.run(program, arguments + ["--folder", folder.path + "/licences"])
        }
        let portrait = folder.path + "/face.jpg"
        try Data(SamplePortrait.jpeg).write(to: URL(fileURLWithPath: portrait))
        let applied = try await run(
            "apply", "--family-name", "Appleseed", "--given-name", "Kelly", "--birth-date", "1994-04-18", "--portrait", portrait)
        let application = String(try #require(applied.first?.split(separator: " ").dropFirst().first))
        _ = try await run("review", application, "--approve", "--reviewer", "Robin Clerk")
        #expect(try await registry.documents(of: "Local").isEmpty)
        #expect(try await run("issue", application).last == "  registered with the system")
        let registered = try await registry.documents(of: "Local")
        let stored = try ProviderFolder(folder.path + "/licences").documents.documents()
        #expect(stored.count == 1 && registered.map(\.documentIdentifier) == stored.map(\.id))
        #expect(registered.first?.documentType == BrokerFolder.licence)
        let licence = try #require(stored.first).id
        #expect(try await run("remove", licence) == ["Removed."])
        #expect(try await registry.documents(of: "Local").isEmpty)
        broker.kill()
    }

    @Test(
        "Of two licences the command lists both, and shows one without the other",
        .enabled(if: Program.path("local-driving-authority") != nil, "the command local-driving-authority is not built"))
    func two() async throws {
        let program = try #require(Program.path("local-driving-authority"))
        let path = folder.path + "/two"
        func command(_ arguments: String...) async throws -> [String] { try await printed(program, arguments + ["--folder", path]) }
        // The command judges by the real clock.
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let office = try LicenceOffice(folder: path + "-office", at: now)
        let app = try LicenceApp(folder: ProviderFolder(path), office: office, registrations: registrations)
        var identifiers: [String] = []
        let names = ["Kelly", "Alex"]
        for name in names {
            let form = LicenceForm(
                familyName: "Appleseed", givenName: name, birthDate: "1994-04-18", categories: ["B"], portrait: Data(SamplePortrait.jpeg))
            let application = try app.apply(form, at: now)
            try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
            identifiers.append(try await app.issue(application.id, at: now).id)
        }
        #expect(Set(identifiers).count == 2)
        #expect(try Set(app.folder.documents.documents().map(\.id)) == Set(identifiers))
        let listed = try await command("list")
        #expect(listed.filter { $0.hasPrefix("Driving licence  ") }.sorted() == identifiers.map { "Driving licence  \($0)" }.sorted())
        let licences = Array(zip(identifiers, names))
        for (shown, other) in zip(licences, licences.reversed()) {
            let lines = try await command("show", shown.0)
            #expect(lines.first == "Driving licence  \(shown.0)")
            #expect(lines.contains { $0.hasSuffix(": \(shown.1)") })
            #expect(!lines.contains { $0.contains(other.0) || $0.hasSuffix(": \(other.1)") })
        }
    }

    @Test(
        "A licence that was taken in before another PIN, and of which the office did not hear, is said to be bound to another one",
        .enabled(
            if: ["mdoc-broker", "local-driving-authority", "test-provider"].allSatisfy { Program.path($0) != nil },
            "the broker, the example and the test provider are not built"))
    func boundToAnother() async throws {
        let program = try #require(Program.path("local-driving-authority"))
        let machine = try BrokerFolder([.init(name: "Local", arguments: ["--flaw", "endsAtOnce"], apps: [program])])
        try await ServedBroker.enrol(machine)
        let broker = try await ServedBroker(machine, "accept:Local")
        let path = folder.path + "/licences"
        // The command judges by the real clock.
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let office = try LicenceOffice(folder: path + "-office", at: now)
        let app = try LicenceApp(folder: ProviderFolder(path), office: office, registrations: registrations)
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let label = "licence-\(application.id)"
        let licence = try office.issue(application.id, proof: app.folder.keys.key(label: label).signature(over: application.proofContent), at: now)
        _ = try app.folder.documents.provision(
            licence, docType: .mobileDrivingLicence, title: "Driving licence", keyLabel: label, enrolment: "owner",
            proofing: Proofing(reviewer: "Robin Clerk", time: now), trust: app.folder.issuers(), at: now)
        let lines = try await machine.run(program, ["issue", application.id, "--folder", path])
        #expect(lines.contains { $0.contains("bound to another PIN or passkey than that of now, and answers nobody: have it issued again") }, "\(lines)")
        broker.kill()
    }

    /// What a program prints, line by line.
    private func printed(_ program: String, _ arguments: [String]) async throws -> [String] {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), output: .string(limit: 1 << 16), error: .discarded)
        return result.standardOutput.split(separator: "\n").map(String.init)
    }

    @Test(
        "Of a licence that is bound to nobody the command says so, and advises nothing that it cannot do",
        .enabled(if: Program.path("local-driving-authority") != nil, "the command local-driving-authority is not built"))
    func boundToNobody() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let label = "licence-\(application.id)"
        let licence = try office.issue(application.id, proof: app.folder.keys.key(label: label).signature(over: application.proofContent), at: now)
        _ = try app.folder.documents.provision(
            licence, docType: .mobileDrivingLicence, title: "Driving licence", keyLabel: label, enrolment: nil,
            proofing: Proofing(reviewer: "Robin Clerk", time: now), trust: app.folder.issuers(), at: now)
        let lines = try await printed(try #require(Program.path("local-driving-authority")), ["list", "--folder", app.folder.path])
        #expect(lines.count == 2 && lines[1].contains("bound to nobody") && lines[1].contains("issued again"))
        // That is a command of Wallet's.
        #expect(!lines[1].contains("add it"))
    }

    @Test("Its office certifies for its app alone, and another registrar's certificate does not satisfy it: there its brand is unverified, and not shown")
    func twoRegistrars() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        _ = try await app.issue(application.id, at: now)
        let world = try ProviderWorld()
        _ = try world.provision()
        let certified = try office.certifyReader(organization: "Spaceship Rentals", domains: ["rentals.example"], at: now)
        let own = ReaderSigner(name: "office", chain: [certified.derEncoded], key: certified.signingKey)
        let branded = try world.registeredReader(mayAsk: ["family_name", "age_over_21"])
        let (here, there) = (try app.folder.readers(), try world.parties.readerTrust())
        func answer(_ signers: [ReaderSigner], from store: DocumentStore, trusting readers: ReaderTrustList) async throws -> String? {
            let (context, port) = try world.context(world.scene.data(signers: signers))
            let presenter = DocumentPresenter(store: store, readers: readers, policy: .trustedReaders)
            do {
                try await context.sendResponse { try presenter.response(to: $0, in: context, at: now) }
                return port.record.delivered.count == 1 ? nil : "nothing was delivered"
            } catch { return (error as? DocumentPresenterError)?.code ?? "\(error)" }
        }
        let (licences, others) = (app.folder.documents, world.store)
        #expect(try await answer([own], from: licences, trusting: here) == nil)
        #expect(try await answer([branded], from: licences, trusting: here) == "presentation.untrustedReader")
        #expect(try await answer([branded], from: others, trusting: there) == nil)
        #expect(try await answer([own], from: others, trusting: there) == "presentation.untrustedReader")
        // A website that has signed for both is answered by both.
        #expect(try await answer([branded, own], from: licences, trusting: here) == nil)
        #expect(try await answer([branded, own], from: others, trusting: there) == nil)

        func sheet(_ signer: ReaderSigner, trusting readers: ReaderTrustList) async throws -> String {
            let (context, _) = try world.context(world.scene.data(signers: [signer]))
            return await ProvidedScene(RequestInfoTests.InfoProvider(readers: readers, time: now)).open(context).sheet()
        }
        let (known, unknown) = (try await sheet(own, trusting: here), try await sheet(branded, trusting: here))
        #expect(known.contains("<h1>Spaceship Rentals asks for</h1>") && !known.contains("Unverified"))
        #expect(unknown.contains("<h1>rentals.example asks for</h1>") && unknown.contains("Unverified"))
        #expect(!unknown.contains("<img") && !unknown.contains("Spaceship Rentals"))
        #expect(try await sheet(branded, trusting: there).contains("<h1>Spaceship Rentals asks for</h1><img src=\"data:image/png;base64,"))
    }

    /// Tells the enrolment once all have asked for it, so that they go on at once.
    private actor Rendezvous: RegistrationPort {
        typealias Fault = IdentityDocumentProviderRegistrationStore.RegistrationError

        private let count: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(of count: Int) { self.count = count }

        func status() -> IdentityDocumentProviderRegistrationStore.Status { .authorized }
        func registrations() throws(Fault) -> [MobileDocumentRegistration] { [] }
        func add(_ registration: MobileDocumentRegistration) throws(Fault) {}
        func remove(documentIdentifier: String) throws(Fault) {}
        func enrolment() async -> String? {
            if waiting.count + 1 < count {
                await withCheckedContinuation { waiting.append($0) }
            } else {
                for each in waiting { each.resume() }
                waiting = []
            }
            return "owner"
        }
    }

    @Test("Several that issue at once get one licence for one approval")
    func atOnce() async throws {
        let (now, crowd) = (self.now, 4)
        for _ in 0..<4 {
            let registrations = IdentityDocumentProviderRegistrationStore(registry: Rendezvous(of: crowd))
            let issuing = try LicenceApp(folder: app.folder, office: office, registrations: registrations)
            let application = try issuing.apply(Self.form, at: now)
            try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
            let issued = await withTaskGroup(of: ProvisionedDocument?.self) { group in
                for _ in 0..<crowd { group.addTask { try? await issuing.issue(application.id, at: now) } }
                var issued: [ProvisionedDocument] = []
                for await document in group { if let document { issued.append(document) } }
                return issued
            }
            let stored = try app.folder.documents.documents().filter { $0.keyLabel == "licence-\(application.id)" }
            #expect(issued.count == 1 && stored == issued)
            #expect(await refusal { _ = try await app.issue(application.id, at: now) } == "office.alreadyDecided")
        }
    }

    @Test("A licence that is here, and of which the office did not hear, is not taken in once more beside another document that is damaged")
    func besideDamaged() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let label = "licence-\(application.id)"
        let licence = try office.issue(application.id, proof: app.folder.keys.key(label: label).signature(over: application.proofContent), at: now)
        let taken = try app.folder.documents.provision(
            licence, docType: .mobileDrivingLicence, title: "Driving licence", keyLabel: label, enrolment: "owner",
            proofing: Proofing(reviewer: "Robin Clerk", time: now), trust: app.folder.issuers(), at: now)
        try Data([1]).write(to: URL(fileURLWithPath: app.folder.path + "/documents/other.document"))
        #expect(try await app.issue(application.id, at: now) == taken)
        #expect(try Set(app.folder.documents.identifiers()) == [taken.id, "other"])
    }

    @Test("An office is founded whole, by one of several that would at once, whatever a killed one has left; one that is there stays as it is")
    func founding() async throws {
        let (now, path) = (self.now, folder.path + "/founded")
        try FileManager.default.createDirectory(
            atPath: path + ".draft/applications", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path + ".draft")
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".draft/iaca.pem"))
        let roots: Set<[String]> = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let office = try LicenceOffice(folder: path, at: now)
                    return [try office.issuerRoot(), try office.readerRoot()]
                }
            }
            return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
        }
        #expect(roots.count == 1 && roots.first?.allSatisfy { $0.hasPrefix("-----BEGIN CERTIFICATE-----") } == true)
        #expect(!FileManager.default.fileExists(atPath: path + ".draft"))
        let again = try LicenceOffice(folder: path + "/", at: now.advanced(byDays: 1))
        #expect(try roots == [[again.issuerRoot(), again.readerRoot()]])
        #expect(try again.applications().isEmpty)
    }

    @Test(
        "Where a reader's certificate is in the way its key does not stay behind, and nothing is replaced",
        .enabled(if: Program.path("local-driving-authority") != nil, "the command local-driving-authority is not built"))
    func certified() async throws {
        let program = try #require(Program.path("local-driving-authority"))
        let (certificate, key) = (folder.path + "/reader.pem", folder.path + "/reader-key.pem")
        func certify() async throws -> [String] {
            try await printed(
                program,
                [
                    "certify", "--organization", "Spaceship Rentals", "--domain", "rentals.example", "--out", folder.path + "/reader", "--folder",
                    folder.path + "/certify",
                ])
        }
        func rights(_ file: String) throws -> Int? { try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: certificate))
        #expect(try await certify() == [])
        #expect(!FileManager.default.fileExists(atPath: key))
        #expect(FileManager.default.contents(atPath: certificate) == Data("mine".utf8))
        try FileManager.default.removeItem(atPath: certificate)
        #expect(try await certify().count == 1)
        #expect(try rights(key) == 0o600 && rights(certificate) == 0o644)
        let written = FileManager.default.contents(atPath: key)
        #expect(try await certify() == [])
        #expect(FileManager.default.contents(atPath: key) == written && FileManager.default.fileExists(atPath: certificate))
    }

    @Test("The key of an application that was rejected goes when it is asked for, and the key of another stays")
    func rejectedKey() async throws {
        let (rejected, other) = (try app.apply(Self.form, at: now), try app.apply(Self.form, at: now))
        try office.decide(rejected.id, approved: false, reviewer: "Robin Clerk", at: now)
        for application in [rejected, other, rejected] {
            #expect(await refusal { _ = try await app.issue(application.id, at: now) } == "office.notApproved")
        }
        #expect(throws: DeviceKeyError.notFound) { try app.folder.keys.key(label: "licence-\(rejected.id)") }
        _ = try app.folder.keys.key(label: "licence-\(other.id)")
    }

    @Test("Without approval nothing is issued, and after it once")
    func approval() async throws {
        let waiting = try app.apply(Self.form, at: now)
        #expect(await refusal { _ = try await app.issue(waiting.id, at: now) } == "office.notApproved")
        #expect(await refusal { _ = try office.issue(waiting.id, proof: [], at: now) } == "office.notApproved")
        let rejected = try app.apply(Self.form, at: now)
        try office.decide(rejected.id, approved: false, reviewer: "Robin Clerk", at: now)
        #expect(await refusal { _ = try await app.issue(rejected.id, at: now) } == "office.notApproved")
        #expect(await refusal { try office.decide(rejected.id, approved: true, reviewer: "Robin Clerk", at: now) } == "office.alreadyDecided")
        try office.decide(waiting.id, approved: true, reviewer: "Robin Clerk", at: now)
        _ = try await app.issue(waiting.id, at: now)
        #expect(await refusal { _ = try await app.issue(waiting.id, at: now) } == "office.alreadyDecided")
    }

    @Test("While no owner is known, nothing is issued and nothing kept, and the approval stays for when one is")
    func noOwner() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let approved = try office.application(application.id).state
        let nowhere = IdentityDocumentProviderRegistrationStore(socket: "/nowhere/apps.sock")
        let early = try LicenceApp(folder: app.folder, office: office, registrations: nowhere)
        #expect(await refusal { _ = try await early.issue(application.id, at: now) } == "office.noOwner")
        #expect(try office.application(application.id).state == approved && app.folder.documents.documents().isEmpty)
        #expect(try await app.issue(application.id, at: now).ownerEnrolment == "owner")
    }

    @Test("Where the app cannot take the licence in, the approval stays, and the office gives the same one again until the app has it")
    func untaken() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let approved = try office.application(application.id).state
        let letter = app.folder.path + "/issuers/letter.pem"
        try Data("Dear issuer".utf8).write(to: URL(fileURLWithPath: letter))
        await #expect(throws: TrustAnchorFolderError.self) { try await app.issue(application.id, at: now) }
        #expect(try office.application(application.id).state == approved && app.folder.documents.documents().isEmpty)
        try FileManager.default.removeItem(atPath: letter)
        let key = try app.folder.keys.key(label: "licence-\(application.id)")
        // One that comes to the app, which does not keep it.
        let licence = try office.issue(application.id, proof: key.signature(over: application.proofContent), at: now)
        #expect(try await app.issue(application.id, at: now.advanced(byDays: 1)).issuerSigned == licence)
        for proof in [try key.signature(over: application.proofContent), []] {
            #expect(await refusal { _ = try office.issue(application.id, proof: proof, at: now) } == "office.alreadyDecided")
        }
        #expect(try app.folder.documents.documents().map(\.issuerSigned) == [licence])
    }

    @Test("The office keeps an application for its owner alone, and a licence in it until the device has that")
    func kept() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let key = try app.folder.keys.key(label: "licence-\(application.id)")
        _ = try office.issue(application.id, proof: key.signature(over: application.proofContent), at: now)
        let file = folder.path + "/office/applications/\(application.id).json"
        func members() throws -> Set<String> {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file))) as? [String: Any]
            return Set((json ?? [:]).keys)
        }
        #expect(try members().isSuperset(of: ["form", "licence"]))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        _ = try await app.issue(application.id, at: now)
        let left = try members()
        #expect(left.contains("form") && !left.contains("licence"))
    }

    @Test("A licence that expired before the app took it in is signed anew, to the same key")
    func expired() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let key = try app.folder.keys.key(label: "licence-\(application.id)")
        let licence = try office.issue(application.id, proof: key.signature(over: application.proofContent), at: now)
        // A licence is valid for 365 days, and its signer for 397.
        let document = try await app.issue(application.id, at: now.advanced(byDays: 380))
        #expect(document.issuerSigned != licence)
        #expect(try app.folder.documents.documents().map(\.issuerSigned) == [document.issuerSigned])
    }

    @Test("A signer that would end before a licence gives its place to another under the same root; where the root itself ends, the office says so")
    func signerEnds() async throws {
        let file = URL(fileURLWithPath: folder.path + "/office/signer.pem")
        func issue(at time: Instant) async throws -> (validity: ValidityInfo, signer: Data) {
            let application = try app.apply(Self.form, at: time)
            try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: time)
            let licence = try IssuerSigned(await app.issue(application.id, at: time).issuerSigned)
            let payload = try #require(licence.issuerAuth.payload)
            return (try MobileSecurityObject(issuerAuthPayload: payload).validityInfo, try Data(contentsOf: file))
        }
        let midnight = CalendarDate(now).startOfDay
        let first = try await issue(at: now)
        // The signer is valid for 397 days, so a licence of 365 that begins after its 32nd would outlive it.
        let last = try await issue(at: now.advanced(byDays: 31))
        #expect(last.signer == first.signer)
        for days in [32, 397, 800] {
            let renewed = try await issue(at: now.advanced(byDays: days))
            #expect(renewed.signer != first.signer)
            #expect(renewed.validity.validFrom.instant == midnight.advanced(byDays: days))
            #expect(renewed.validity.validUntil.instant == midnight.advanced(byDays: days + 365), "a licence is not cut short")
        }

        // A certificate whose key was not written.
        try first.signer.write(to: file)
        #expect(try await issue(at: now.advanced(byDays: 801)).signer != first.signer)

        // The root's last day is 31 May 2035.
        let late = try #require(Instant("2035-05-29T12:00:00Z"))
        let short = try await issue(at: late)
        #expect(short.validity.validUntil.instant == Instant("2035-05-31T00:00:00Z"))
        let shorter = try await issue(at: late.advanced(byDays: 1))
        #expect(shorter.validity.validUntil.instant == Instant("2035-05-31T00:00:00Z"))
        #expect(shorter.signer == short.signer)
        for days in [2, 3, 500] { #expect(await refusal { _ = try await issue(at: late.advanced(byDays: days)) } == "office.rootEnds") }
    }

    @Test("Somebody else's key, and a proof for another application, get nothing")
    func otherKey() async throws {
        let (mine, other) = (try app.apply(Self.form, at: now), try app.apply(Self.form, at: now))
        for application in [mine, other] { try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now) }
        let key = try app.folder.keys.key(label: "licence-\(mine.id)")
        let proofs = [
            try SigningKey.generate(.p256).signature(over: mine.proofContent), try key.signature(over: other.proofContent),
            try app.folder.keys.key(label: "licence-\(other.id)").signature(over: mine.proofContent), [],
        ]
        for proof in proofs { #expect(await refusal { _ = try office.issue(mine.id, proof: proof, at: now) } == "office.otherKey") }
        _ = try office.issue(mine.id, proof: key.signature(over: mine.proofContent), at: now)
    }

    @Test("A form that no licence could be made of is refused at the counter, and leaves no key behind")
    func form() async throws {
        let forms = [
            LicenceForm(familyName: "A", givenName: "B", birthDate: "1994-02-31", categories: ["B"], portrait: Data(SamplePortrait.jpeg)),
            LicenceForm(familyName: "A", givenName: "B", birthDate: "1994-02-01", categories: [], portrait: Data(SamplePortrait.jpeg)),
            LicenceForm(familyName: "A", givenName: "B", birthDate: "1994-02-01", categories: ["B"], portrait: Data("GIF".utf8)),
        ]
        for form in forms { #expect(await refusal { _ = try app.apply(form, at: now) } == "office.form") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/app/keys") == ["secret"])
        #expect(!"\(Self.form)\(String(reflecting: Self.form))".contains("Appleseed"))
    }

    @Test("The programs that answer websites are short", arguments: ["Examples/LocalDrivingAuthority/Provider", "Examples/Wallet/Provider"])
    func length(path: String) throws {
        let folder = Program.packageFolder.appendingPathComponent(path)
        let lines = try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { file in
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).count
        }
        #expect((1...200).contains(lines.reduce(0, +)))
    }
}
