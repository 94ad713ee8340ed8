import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Subprocess
import SystemPackage
import Testing
import WalletBroker

@Suite("The commands of a provider's app", .enabled(if: Program.path("wallet") != nil, "the command wallet is not built"))
struct ProviderCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the wallet's command on a folder of its own; whether it succeeds, and what it prints as an error.
    private func wallet(_ arguments: String...) async throws -> (isSuccess: Bool, errors: String) {
        let result = try await Subprocess.run(
            .path(FilePath(#require(Program.path("wallet")))), arguments: Arguments(arguments + ["--folder", folder.path + "/wallet"]),
            output: .discarded, error: .string(limit: 1 << 16))
        return (result.terminationStatus.isSuccess, result.standardError)
    }

    @Test("A file that holds no certificate is refused by its name before anything is trusted, and the folder remains of use", arguments: ["--issuer", "--reader"])
    func noRoot(option: String) async throws {
        let (root, other) = (folder.path + "/root.pem", folder.path + "/letter.pem")
        try Data(ProviderWorld().parties.root.identity.certificatePEM.utf8).write(to: URL(fileURLWithPath: root))
        try Data("Dear reader".utf8).write(to: URL(fileURLWithPath: other))
        let refused = try await wallet("trust", option, root, option, other)
        #expect(!refused.isSuccess && refused.errors == "Error: \(other): it holds no certificate in PEM\n", "\(refused.errors)")
        #expect(try await wallet("list").isSuccess)
        #expect(try ProviderFolder(folder.path + "/wallet").issuers().anchors.isEmpty)
        let trusted = try await wallet("trust", option, root)
        #expect(trusted.isSuccess, "\(trusted.errors)")
    }

    @Test(
        "Once one more registrar is trusted, what was registered before is registered for its readers, too",
        .enabled(if: ["mdoc-broker", "test-provider"].allSatisfy { Program.path($0) != nil }, "the broker and the test provider are not built"))
    func trustedLater() async throws {
        let program = try #require(Program.path("wallet"))
        // The provider does nothing when it is told to register: what the registry has, it has of the app.
        let machine = try BrokerFolder([.init(name: "Local", arguments: ["--flaw", "endsAtOnce"], apps: [program])])
        try await ServedBroker.enrol(machine)
        let broker = try await ServedBroker(machine, "accept:Local")
        let (path, worlds) = (folder.path + "/wallet", [try ProviderWorld(), try ProviderWorld()])
        func trust(_ number: Int) async throws -> [String] {
            let file = "\(folder.path)/readers-\(number).pem"
            try Data(worlds[number].parties.readerAuthority.identity.certificatePEM.utf8).write(to: URL(fileURLWithPath: file))
            return try await machine.run(program, ["trust", "--reader", file, "--folder", path])
        }
        #expect(try await trust(0) == ["Trusted: 0 issuers, 1 registrar."])
        let (wallet, parties) = (try ProviderFolder(path), worlds[0].parties)
        _ = try wallet.documents.provision(
            worlds[0].licence(to: wallet.keys.makeKey(label: "licence")), docType: .mobileDrivingLicence, title: "Licence", keyLabel: "licence",
            enrolment: nil, proofing: Proofing(reviewer: "Robin Clerk", time: parties.now), trust: parties.issuerTrust(), at: parties.now)
        #expect(try await machine.run(program, ["register", "--folder", path]) == ["registered with the system"])
        #expect(try await trust(1).last == "  registered with the system")
        let roots = try worlds.compactMap { try $0.parties.readerTrust().anchors[0].certificate.subjectKeyIdentifier }
        let registered = try await ProviderRegistry(path: machine.configuration.state + "/registry.sqlite").documents(of: "Local")
        #expect(roots.count == 2 && registered.map(\.readers) == [.authorities(Set(roots))])
        broker.kill()
    }

    /// What the app `wallet`, which has a licence, says of its registration at a broker whose person allows nobody.
    ///
    /// - Parameter apps: the programs of the one provider that is installed.
    private func registration(apps: [String] = []) async throws -> [String] {
        let machine = try BrokerFolder([.init(name: "Local", arguments: ["--flaw", "endsAtOnce"], apps: apps)])
        try await ServedBroker.enrol(machine)
        let broker = try await ServedBroker(machine, "decline")
        let (path, world) = (folder.path + "/wallet", try ProviderWorld())
        let (wallet, parties) = (try ProviderFolder(path), world.parties)
        try wallet.trust(parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        _ = try wallet.documents.provision(
            world.licence(to: wallet.keys.makeKey(label: "licence")), docType: .mobileDrivingLicence, title: "Licence", keyLabel: "licence",
            enrolment: nil, proofing: Proofing(reviewer: "Robin Clerk", time: parties.now), trust: parties.issuerTrust(), at: parties.now)
        let lines = try await machine.run(#require(Program.path("wallet")), ["register", "--folder", path])
        broker.kill()
        return lines
    }

    @Test(
        "An app that the person has not allowed to present documents says where they can",
        .enabled(if: ["mdoc-broker", "test-provider"].allSatisfy { Program.path($0) != nil }, "the broker and the test provider are not built"))
    func notAllowed() async throws {
        let lines = try await registration(apps: [#require(Program.path("wallet"))])
        #expect(lines.count == 1 && lines[0].hasPrefix("not registered: allow the app in the wallet's settings") && lines[0].contains("serve --port N"))
    }

    @Test(
        "An app of which no provider is installed says that as well",
        .enabled(if: ["mdoc-broker", "test-provider"].allSatisfy { Program.path($0) != nil }, "the broker and the test provider are not built"))
    func notInstalled() async throws {
        let lines = try await registration()
        #expect(lines.count == 1 && lines[0].hasSuffix("; if they do not have it, install its provider, and restart the broker"), "\(lines)")
    }

    @Test(
        "Of a document whose type the provider's manifest does not list the app says that, and registers the others",
        .enabled(if: ["mdoc-broker", "test-provider"].allSatisfy { Program.path($0) != nil }, "the broker and the test provider are not built"))
    func notEntitled() async throws {
        let program = try #require(Program.path("wallet"))
        let machine = try BrokerFolder([.init(name: "Local", documentTypes: [BrokerFolder.licence], arguments: ["--flaw", "endsAtOnce"], apps: [program])])
        try await ServedBroker.enrol(machine)
        let broker = try await ServedBroker(machine, "accept:Local")
        let (path, world) = (folder.path + "/wallet", try ProviderWorld())
        let (wallet, parties) = (try ProviderFolder(path), world.parties)
        try wallet.trust(parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        func provision(_ issued: [UInt8], _ docType: DocType, _ label: String) throws -> String {
            try wallet.documents.provision(
                issued, docType: docType, title: label, keyLabel: label, enrolment: "owner",
                proofing: Proofing(reviewer: "Robin Clerk", time: parties.now), trust: parties.issuerTrust(), at: parties.now).id
        }
        let photoID = try provision(world.photoID(to: wallet.keys.makeKey(label: "photo")), DocType(rawValue: BrokerFolder.photoID), "photo")
        let licence = try provision(world.licence(to: wallet.keys.makeKey(label: "licence")), .mobileDrivingLicence, "licence")
        let lines = try await machine.run(program, ["register", "--folder", path])
        #expect(lines.count == 1 && lines[0].contains("\(photoID): ") && lines[0].contains("(documents.notEntitled)"), "\(lines)")
        #expect(!lines.contains { $0.contains("settings") || $0.contains(licence) })
        let registered = try await ProviderRegistry(path: machine.configuration.state + "/registry.sqlite").documents(of: "Local")
        #expect(registered.map(\.documentIdentifier) == [licence])
        broker.kill()
    }

    @Test("A document that has expired is said to have, where documents are listed, and its owner is still shown what it says")
    func expired() async throws {
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let app = try ProviderFolder(folder.path + "/wallet")
        func provision(_ label: String, at time: Instant) throws -> ProvisionedDocument {
            let world = try ProviderWorld(scene: RequestScene(now: time))
            try app.trust(world.parties.root.identity.certificatePEM, named: label, as: .issuer)
            return try app.documents.provision(
                world.licence(to: app.keys.makeKey(label: label)), docType: .mobileDrivingLicence, title: label, keyLabel: label,
                enrolment: "owner", proofing: Proofing(reviewer: "Robin Clerk", time: time), trust: world.parties.issuerTrust(), at: time)
        }
        func printed(_ arguments: String...) async throws -> [String] {
            let result = try await Subprocess.run(
                .path(FilePath(#require(Program.path("wallet")))), arguments: Arguments(arguments + ["--folder", app.path]),
                output: .string(limit: 1 << 16), error: .discarded)
            return result.standardOutput.split(separator: "\n").map(String.init)
        }
        // Each is valid for 90 days.
        let (former, present) = (try provision("former", at: now.advanced(byDays: -200)), try provision("present", at: now))
        let (ended, end) = (try #require(former.validUntil), try #require(present.validUntil))
        let listed = try await printed("list")
        #expect(listed.filter { $0.contains("expired at \(ended), and answers nobody: have it issued again") }.count == 1, "\(listed)")
        #expect(listed.filter { $0.contains("valid until \(end)") }.count == 1, "\(listed)")
        let shown = try await printed("show", former.id)
        #expect(shown.first == "former  \(former.id)" && shown.contains { $0.contains("expired at \(ended)") }, "\(shown)")
        #expect(shown.contains { $0.hasSuffix(": Appleseed") }, "\(shown)")
    }

    @Test("What a document says, and what it is called, stays on its line and commands the terminal nothing")
    func harmless() async throws {
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let (app, world) = (try ProviderFolder(folder.path + "/wallet"), try ProviderWorld(scene: RequestScene(now: now)))
        try app.trust(world.parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        let issued = try world.licence(to: app.keys.makeKey(label: "licence"), number: "1\u{1B}[2J\n  Age over 21: yes")
        let document = try app.documents.provision(
            issued, docType: .mobileDrivingLicence, title: "Licence\u{202E}", keyLabel: "licence", enrolment: "owner",
            proofing: Proofing(reviewer: "Robin\nClerk", time: now), trust: world.parties.issuerTrust(), at: now)
        let shown = try await Subprocess.run(
            .path(FilePath(#require(Program.path("wallet")))), arguments: ["show", document.id, "--folder", app.path],
            output: .string(limit: 1 << 16), error: .discarded
        ).standardOutput
        #expect(shown.hasPrefix("Licence\u{FFFD}  \(document.id)\n"), "\(shown)")
        #expect(shown.contains(" · confirmed by Robin\u{FFFD}Clerk on "), "\(shown)")
        #expect(shown.contains("\n  Licence number: 1\u{FFFD}[2J\u{FFFD}  Age over 21: yes\n"), "\(shown)")
    }

    @Test("While no broker runs, no document is taken in: the command says what to do first, and keeps the key")
    func noOwner() async throws {
        let world = try ProviderWorld(scene: RequestScene(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))))
        let app = try ProviderFolder(folder.path + "/wallet")
        try app.trust(world.parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        let file = folder.path + "/licence.mdoc"
        try Data(world.licence(to: app.keys.makeKey(label: "licence"))).write(to: URL(fileURLWithPath: file))
        let run = try await wallet("add", file, "--key", "licence", "--title", "Licence", "--reviewer", "Robin Clerk")
        #expect(!run.isSuccess && run.errors.contains("mdoc-broker enrol"), "\(run.errors)")
        #expect(try app.documents.documents().isEmpty)
        _ = try app.keys.key(label: "licence")
    }

    @Test("A document that is not there is removed as little as it is shown")
    func unknown() async throws {
        for command in ["show", "remove"] {
            let run = try await wallet(command, "nosuch")
            #expect(!run.isSuccess && run.errors == "Error: there is no such document here\n", "\(command): \(run.errors)")
        }
    }
}
