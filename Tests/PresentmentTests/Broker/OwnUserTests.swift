import Foundation
import Testing
import WalletBroker

@Suite(
    "A provider under a user of its own",
    .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") && Program.path("test-provider") != nil, "needs root and setpriv"))
struct OwnUserTests {
    private static let type = BrokerFolder.licence
    private static let local = BrokerFolder.Provider(name: "Local", documents: ["one=\(type)=any"], user: "nobody")

    /// The users under whom a program runs now.
    private static func users(of program: String) throws -> Set<Int> {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        let running = processes.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")) == program }
        return Set(running.compactMap { (try? FileManager.default.attributesOfItem(atPath: "/proc/\($0)"))?[.ownerAccountID] as? Int })
    }

    /// Runs its app as a user, at the socket for such apps.
    private func app(_ broker: BrokerScene, as user: String, _ arguments: String...) async throws -> [String] {
        let folder = broker.folder
        return try await folder.run(
            "/usr/bin/setpriv", BrokerFolder.becoming(user) + [folder.sharedProgram, "--as-app"] + arguments, socket: folder.sharedSocket)
    }

    @Test("It registers, is offered beside one of this user, and answers, all as that user")
    func answers() async throws {
        let requests = try RequestScene()
        let broker = try await BrokerScene([Self.local, .init(name: "Wallet", documents: ["two=\(Self.type)=any"])])
        #expect(try await app(broker, as: "nobody", "--register", "three=\(Self.type)=any").contains("kept one,three"))
        let data = try requests.data()
        let agent = try broker.agent()
        try await agent.present(data, origin: requests.origin)
        let session = try await broker.consent.next()
        #expect(try await session.offered() == ["Local", "Wallet"])
        try await session.review("Local")
        #expect(try Self.users(of: broker.folder.sharedProgram) == [65534])
        try await session.act("accept", values: [:])
        try await session.confirm(broker.verify(session.transaction()))
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        await broker.end()
    }

    @Test("The socket for such apps serves their users alone: not other users, and not this one, whose apps have theirs")
    func othersUnheard() async throws {
        let broker = try await BrokerScene([Self.local])
        #expect(try await app(broker, as: "nobody").first == "status authorized")
        for user in ["65533", "root"] {
            let lines = try await app(broker, as: user, "--register", "stolen=\(Self.type)=any")
            #expect(lines.first == "status notSupported" && !lines.contains("added stolen"), "\(user)")
        }
        // At the socket of this user nobody is it.
        let lines = try await broker.folder.run(broker.folder.sharedProgram, ["--as-app", "--register", "stolen=\(Self.type)=any"])
        #expect(lines.first == "status notAuthorized")
        await broker.end()
    }

    @Test("An installation that names nobody, this user, one user twice, or no folder that user can enter stops the broker")
    func installation() async throws {
        func code(_ providers: [BrokerFolder.Provider], isShared: Bool = true, isOpen: Bool = false) async throws -> String? {
            let folder = try BrokerFolder(providers)
            let whole = folder.configuration
            if isOpen { try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: whole.shared ?? "") }
            try FileManager.default.createDirectory(atPath: whole.state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let configuration = BrokerConfiguration(
                state: whole.state, runtime: whole.runtime, shared: isShared ? whole.shared : nil, providers: whole.providers, parser: whole.parser)
            do { _ = try await Broker(configuration, prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test")) } catch { return error.code }
            return nil
        }
        #expect(try await code([Self.local]) == nil)
        #expect(try await code([.init(name: "Local", user: "nobody-of-this-name")]) == "provider.manifest")
        #expect(try await code([.init(name: "Local", user: "root")]) == "provider.manifest")
        #expect(try await code([Self.local], isShared: false) == "broker.shared")
        #expect(try await code([Self.local], isOpen: true) == "socket.folder")
    }
}
