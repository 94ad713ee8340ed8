import Foundation
import GRDB
import IdentityDocumentServices
import Testing
import WalletBroker

@Suite("Apps at the broker, through real processes", .enabled(if: Program.path("test-provider") != nil, "the test provider is not built"))
struct ProviderDeskTests {
    private static let licence = "one=\(BrokerFolder.licence)=any"
    private static let local = BrokerFolder.Provider(name: "Local", documents: [licence])
    private static let wallet = BrokerFolder.Provider(name: "Wallet", documents: [licence], documentTypes: [BrokerFolder.licence])

    @Test("The first registration asks the person once, however many ask at a time; an app sees its own documents and no other's")
    func firstRegistration() async throws {
        let prompt = ScriptedPrompt(true, isHeld: true)
        let scene = try await BrokerScene([Self.local, Self.wallet], isEverybodyAllowed: false, prompt: prompt)
        let (oneFile, twoFile) = (scene.folder.path + "/one", scene.folder.path + "/two")
        async let one = Self.app(scene, printingTo: oneFile, "--register", Self.licence)
        async let two = Self.app(scene, printingTo: twoFile, "--register", "two=\(BrokerFolder.licence)=any")
        // Both have looked where they stand before the person answers.
        try await eventually { try !prompt.questions.isEmpty && [oneFile, twoFile].allSatisfy { try !Self.lines(of: $0).isEmpty } }
        // By then both ask, as a rule; nothing that is expected rests on it.
        try await Task.sleep(for: .milliseconds(300))
        prompt.release()
        for (name, lines) in [("one", try await one), ("two", try await two)] {
            #expect(lines.first == "status notDetermined")
            #expect(lines.contains("added \(name)"))
            #expect(lines.dropLast().last == "status authorized")
        }
        #expect(prompt.questions == ["Local"])
        // The provider's own program is told as well, and removes what it does not store.
        try await eventually { scene.folder.log("Local")?.contains("over") == true }
        // It may have looked before the second one was registered: told once more, it has not.
        try await scene.broker.providers.decide(.authorized, about: "Local")
        try await eventually { try await scene.broker.providers.documentCount(of: "Local") == 1 }
        let enrolment = try #require(try await scene.verifier.enrolment()).identifier
        #expect(try await scene.app("Local") == ["status authorized", "enrolment \(enrolment)", "status authorized", "kept one"])
        #expect(try await scene.app("Wallet").last == "kept ")
        await scene.end()
    }

    /// Runs a provider's program as an app that prints into a file, where it can be read meanwhile; in the end, line by line.
    private static func app(_ scene: BrokerScene, printingTo file: String, _ arguments: String...) async throws -> [String] {
        // The shell becomes the program, by which the broker knows the app.
        let script = "exec \"$0\" --as-app \"$@\" >'\(file)'"
        _ = try await scene.folder.run("/bin/sh", ["-c", script, scene.folder.program("Local")] + arguments)
        return try lines(of: file)
    }

    /// The whole lines of a file; none where there is no file yet.
    private static func lines(of file: String) throws -> [String] {
        guard let content = FileManager.default.contents(atPath: file) else { return [] }
        return content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A registration that cannot be read any more can be taken back")
    func unreadable() async throws {
        let scene = try await BrokerScene([.init(name: "Local", documents: [Self.licence, "two=\(BrokerFolder.licence)=any"])])
        try await DatabaseQueue(path: scene.folder.configuration.state + "/registry.sqlite").write { database in
            try database.execute(sql: "UPDATE document SET issuers = x'05' WHERE identifier = 'two'")
        }
        await #expect(throws: ProviderRegistryError.self) { try await scene.broker.providers.documentCount(of: "Local") }
        #expect(try await scene.app("Local", "--remove", "two").contains("removed two"))
        #expect(try await scene.broker.providers.documentCount(of: "Local") == 1)
        await scene.end()
    }

    @Test("A refusal is told to the app, nobody is asked again, and the settings can undo it: then the provider registers what it has")
    func refusal() async throws {
        let prompt = ScriptedPrompt(false)
        let scene = try await BrokerScene([Self.wallet], isEverybodyAllowed: false, prompt: prompt)
        let enrolment = try #require(try await scene.verifier.enrolment()).identifier
        for status in ["notDetermined", "notAuthorized"] {
            let lines = try await scene.app("Wallet", "--register", Self.licence)
            #expect(lines == ["status \(status)", "notAuthorized", "enrolment \(enrolment)", "status notAuthorized", "kept "])
        }
        #expect(prompt.questions == ["Wallet"])
        #expect(scene.folder.log("Wallet") == nil)
        try await scene.allow(Self.wallet)
        #expect(try await scene.app("Wallet") == ["status authorized", "enrolment \(enrolment)", "status authorized", "kept one"])
        await scene.end()
    }

    @Test("A question that nobody answers decides nothing: the app is told that it failed, and its next registration asks again")
    func undecided() async throws {
        let prompt = ScriptedPrompt(nil)
        let scene = try await BrokerScene([Self.wallet], isEverybodyAllowed: false, prompt: prompt)
        let enrolment = try #require(try await scene.verifier.enrolment()).identifier
        let unanswered = try await scene.app("Wallet", "--register", Self.licence)
        #expect(unanswered == ["status notDetermined", "unknown", "enrolment \(enrolment)", "status notDetermined", "kept "])
        prompt.say(false)
        let refused = try await scene.app("Wallet", "--register", Self.licence)
        #expect(refused == ["status notDetermined", "notAuthorized", "enrolment \(enrolment)", "status notAuthorized", "kept "])
        #expect(prompt.questions == ["Wallet", "Wallet"])
        await scene.end()
    }

    @Test("A broker that ends while the person thinks takes nothing for their answer, and the app hears of it")
    func endsMeanwhile() async throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // What comes in place of an answer that is cut off would allow it.
        let prompt = ScriptedPrompt(true, isHeld: true)
        let scene = try await BrokerScene([.init(name: "Local", apps: [own])], isEverybodyAllowed: false, prompt: prompt)
        let adding = Task { [socket = scene.folder.configuration.runtime + "/apps.sock"] in
            try await IdentityDocumentProviderRegistrationStore(socket: socket).addRegistration(
                MobileDocumentRegistration(
                    mobileDocumentType: BrokerFolder.licence, supportedAuthorityKeyIdentifiers: [], documentIdentifier: "one"))
        }
        try await eventually { prompt.questions == ["Local"] }
        await scene.end()
        await #expect(throws: IdentityDocumentProviderRegistrationStore.RegistrationError.unknown) { try await adding.value }
        #expect(try await scene.broker.providers.authorization(of: "Local") == .notDetermined)
    }

    @Test("Nobody is asked about a type the provider may not present, or about a program that belongs to none")
    func notEntitled() async throws {
        let prompt = ScriptedPrompt(true)
        let scene = try await BrokerScene([Self.wallet], isEverybodyAllowed: false, prompt: prompt)
        #expect(try await scene.app("Wallet", "--register", "two=\(BrokerFolder.photoID)=any").contains("notAuthorized"))
        let stranger = try #require(Program.path("test-provider"))
        let lines = try await scene.folder.run(stranger, ["--as-app", "--register", Self.licence])
        #expect(lines == ["status notAuthorized", "notAuthorized", "enrolment none", "status notAuthorized", "kept "])
        #expect(prompt.questions == [])
        await scene.end()
        // Without a broker nothing is supported.
        let alone = try await scene.folder.run(stranger, ["--as-app", "--register", Self.licence], socket: "/nowhere/apps.sock")
        #expect(alone.prefix(2) == ["status notSupported", "notSupported"])
    }

    @Test("A thousand calls at once, over several connections, lose nothing")
    func load() async throws {
        let scene = try await BrokerScene([Self.wallet], isEverybodyAllowed: false)
        try await scene.broker.providers.decide(.authorized, about: "Wallet")
        try await eventually { scene.folder.log("Wallet")?.contains("over") == true }
        let enrolment = try #require(try await scene.verifier.enrolment()).identifier
        // Three calls for each document, and two more for every second one, which is removed. A provider may have 256 documents.
        let lines = try await scene.app("Wallet", "--load", "250")
        let kept = (["one"] + stride(from: 0, to: 250, by: 2).map { "load-\($0)" }).sorted().joined(separator: ",")
        #expect(lines == ["status authorized", "answered 1000", "enrolment \(enrolment)", "status authorized", "kept \(kept)"])
        await scene.end()
    }

    @Test(
        "A registry that was lost comes back when the provider is allowed again: the same documents, and none that the provider does not store",
        .enabled(if: Program.path("mdoc-broker") != nil, "the broker is not built"))
    func restored() async throws {
        let folder = try BrokerFolder([
            .init(name: "Local", documents: [Self.licence, "two=\(BrokerFolder.photoID)=AQID"], arguments: ["--until", "1900000000"])
        ])
        try await ServedBroker.enrol(folder)
        let program = folder.program("Local")
        let first = try await ServedBroker(folder, "accept:Local")
        _ = try await folder.run(program, ["--as-app", "--register", Self.licence])
        try await Self.updated(folder)
        #expect(try await folder.run(program, ["--as-app", "--register", "old=\(BrokerFolder.licence)=any"]).last == "kept old,one,two")
        first.kill()
        let stored = try await Self.kept(folder).filter { $0.documentIdentifier != "old" }
        #expect(stored.map(\.documentIdentifier) == ["one", "two"])
        for file in Self.registry(folder) { try FileManager.default.removeItem(atPath: file) }
        try Self.removeLog(folder)
        let second = try await ServedBroker(folder, "accept:Local")
        let lost = try await folder.run(program, ["--as-app"])
        #expect(lost.first == "status notDetermined" && lost.last == "kept ")
        // The first registration makes the broker ask, and whoever is allowed is told to register all.
        _ = try await folder.run(program, ["--as-app", "--register", Self.licence])
        try await Self.updated(folder)
        second.kill()
        #expect(try await Self.kept(folder) == stored)
    }

    @Test(
        "A provider that was upgraded, or whose registry is a copy brought back, also where the notes are lost, registers what it has when the broker starts; no other is started",
        .enabled(if: Program.path("mdoc-broker") != nil, "the broker is not built"))
    func upgraded() async throws {
        let folder = try BrokerFolder([Self.local])
        try await ServedBroker.enrol(folder)
        let program = folder.program("Local")
        let first = try await ServedBroker(folder, "accept:Local")
        _ = try await folder.run(program, ["--as-app", "--register", Self.licence])
        try await Self.updated(folder)
        first.kill()
        try Self.removeLog(folder)
        let same = try await ServedBroker(folder, "accept:Local")
        #expect(try await folder.run(program, ["--as-app"]).last == "kept one")
        same.kill()
        #expect(folder.log("Local") == nil)
        let copies = try Self.registry(folder).map { ($0, try Data(contentsOf: URL(fileURLWithPath: $0))) }
        try folder.install(.init(name: "Local", documents: ["two=\(BrokerFolder.licence)=any"]))
        let upgraded = try await ServedBroker(folder, "accept:Local")
        try await Self.updated(folder)
        #expect(try await folder.run(program, ["--as-app", "--register", "old=\(BrokerFolder.licence)=any"]).last == "kept old,two")
        upgraded.kill()
        let notes = URL(fileURLWithPath: folder.configuration.state + "/installations.json")
        for standing in ["left", "removed", "damaged"] {
            // Into the files that are there, as "cp" does.
            for file in Self.registry(folder) { try Data().write(to: URL(fileURLWithPath: file), options: []) }
            for (file, content) in copies { try content.write(to: URL(fileURLWithPath: file), options: []) }
            if standing == "removed" { try FileManager.default.removeItem(at: notes) }
            if standing == "damaged" { try Data("{".utf8).write(to: notes, options: []) }
            try Self.removeLog(folder)
            let broughtBack = try await ServedBroker(folder, "accept:Local")
            try await Self.updated(folder)
            #expect(try await folder.run(program, ["--as-app"]).last == "kept two", "with the notes \(standing)")
            broughtBack.kill()
        }
    }

    @Test(
        "A provider that brings other roots of readers along than before registers what it has when the broker starts",
        .enabled(if: Program.path("mdoc-broker") != nil, "the broker is not built"))
    func otherRoots() async throws {
        let folder = try BrokerFolder([
            .init(name: "Local", documents: [Self.licence], readerRoots: [try ChainMaker.make("Reader CA", .authority, by: nil).encoded])
        ])
        try await ServedBroker.enrol(folder)
        let first = try await ServedBroker(folder, "accept:Local")
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.licence])
        try await Self.updated(folder)
        first.kill()
        try Self.removeLog(folder)
        let other = Data(try ChainMaker.make("Other Reader CA", .authority, by: nil).encoded)
        let text = other.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        try Data("-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8)
            .write(to: URL(fileURLWithPath: folder.path + "/providers/Local/roots.pem"))
        let second = try await ServedBroker(folder, "accept:Local")
        try await Self.updated(folder)
        second.kill()
    }

    /// Waits until the provider has registered what it has, and the broker, which hears of that later, has noted it.
    private static func updated(_ folder: BrokerFolder) async throws {
        try await eventually { folder.log("Local")?.contains("updated\nover") == true && isNoted(folder) }
    }

    private static func isNoted(_ folder: BrokerFolder) -> Bool {
        guard let notes = FileManager.default.contents(atPath: folder.configuration.state + "/installations.json"),
            let json = try? JSONSerialization.jsonObject(with: notes) as? [String: Any]
        else { return false }
        return (json["installations"] as? [String: String])?["Local"]?.isEmpty == false
    }

    private static func removeLog(_ folder: BrokerFolder) throws {
        try FileManager.default.removeItem(atPath: folder.configuration.state + "/providers/Local.log")
    }

    /// What is registered, where no broker is at work.
    private static func kept(_ folder: BrokerFolder) async throws -> [RegisteredDocument] {
        try await ProviderRegistry(path: folder.configuration.state + "/registry.sqlite").documents(of: "Local")
    }

    /// The registry's files.
    private static func registry(_ folder: BrokerFolder) -> [String] {
        ["", "-wal", "-shm"].map { folder.configuration.state + "/registry.sqlite" + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
    }

    @Test("A document comes back as it was registered, through the app's own store")
    func roundTrip() async throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = try BrokerFolder([.init(name: "Local")])
        let manifest = folder.path + "/providers/Local/provider.json"
        var json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: manifest))) as? [String: Any])
        json["apps"] = [own]
        // Once it is allowed it is told to register what it has; this one does nothing.
        json["program"] = "/usr/bin/true"
        try JSONSerialization.data(withJSONObject: json).write(to: URL(fileURLWithPath: manifest))
        let broker = try await Broker(folder.configuration, prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
        let serving = Task { try? await broker.run(showing: CollectingConsent()) }
        let store = IdentityDocumentProviderRegistrationStore(socket: folder.configuration.runtime + "/apps.sock")
        let registrations = [
            MobileDocumentRegistration(
                mobileDocumentType: BrokerFolder.licence, supportedIssuerKeyIdentifiers: [Data([1]), Data([2, 3])],
                supportedAuthorityKeyIdentifiers: [Data([4])], documentIdentifier: "ä one", invalidationDate: Date(timeIntervalSince1970: 1.5)),
            MobileDocumentRegistration(mobileDocumentType: BrokerFolder.photoID, supportedAuthorityKeyIdentifiers: [], documentIdentifier: "two"),
        ]
        for registration in registrations { try await store.addRegistration(registration) }
        let kept = try await store.registrations.compactMap { $0 as? MobileDocumentRegistration }
        #expect(Set(kept) == Set(registrations))
        #expect(await store.currentEnrolment == nil)
        serving.cancel()
        await serving.value
    }

    @Test("A provider that is installed anew with another type or name than the person allowed asks them again, and one with no more than before does not")
    func installedAnew() async throws {
        let folder = try BrokerFolder([])
        let manifest = folder.path + "/providers/Wallet/provider.json"
        /// What an app finds that registers a licence, and about whom the person was asked then.
        func register(_ types: [String], named displayName: String = "Wallet App") async throws -> [String] {
            try folder.install(.init(name: "Wallet", documents: [Self.licence], documentTypes: types))
            var json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: manifest))) as? [String: Any])
            json["displayName"] = displayName
            try JSONSerialization.data(withJSONObject: json).write(to: URL(fileURLWithPath: manifest))
            let prompt = ScriptedPrompt(true)
            let broker = try await Broker(folder.configuration, prompt: prompt, enrolment: { nil }, logger: .init(label: "test"))
            let serving = Task { try? await broker.run(showing: CollectingConsent()) }
            let lines = try await folder.run(folder.program("Wallet"), ["--as-app", "--register", Self.licence])
            serving.cancel()
            await serving.value
            return Array(lines.prefix(1)) + prompt.questions
        }
        let (licence, photoID) = (BrokerFolder.licence, BrokerFolder.photoID)
        #expect(try await register([licence]) == ["status notDetermined", "Wallet"])
        #expect(try await register([licence]) == ["status authorized"])
        #expect(try await register([licence, photoID]) == ["status notDetermined", "Wallet"])
        #expect(try await register([licence]) == ["status authorized"])
        #expect(try await register([licence], named: "Government Wallet") == ["status notDetermined", "Wallet"])
        #expect(try await register([licence], named: "Government Wallet") == ["status authorized"])
    }

    @Test("A provider that is no longer installed leaves with its documents; an unusable manifest stops the broker and says what to mend")
    func installation() async throws {
        let folder = try BrokerFolder([Self.local, Self.wallet])
        func open() async throws -> Broker {
            try await Broker(folder.configuration, prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
        }
        do {
            let broker = try await open()
            #expect(broker.providers.providers.map(\.displayName) == ["Local App", "Wallet App"])
            try await broker.providers.decide(.refused, about: "Wallet")
        }
        try FileManager.default.removeItem(atPath: folder.path + "/providers/Wallet")
        await #expect(throws: ProviderRegistryError.unknownProvider) { try await open().providers.authorization(of: "Wallet") }
        try folder.install(Self.wallet)
        #expect(try await open().providers.authorization(of: "Wallet") == .notDetermined)
        let manifest = folder.path + "/providers/Wallet/provider.json"
        for (content, mode) in [("{", 0o600), (#"{"name":"Other"}"#, 0o600), (try String(contentsOfFile: manifest, encoding: .utf8), 0o666)] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: manifest))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: manifest)
            let error = await #expect(throws: BrokerError.self) { try await open() }
            #expect(error?.code == "provider.manifest" && error?.description.contains(manifest) == true)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/state")
        #expect(await #expect(throws: BrokerError.self) { try await open() }?.code == "broker.folder")
    }
}
