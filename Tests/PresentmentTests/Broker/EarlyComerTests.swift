import BrokerMessages
import Foundation
import Testing
import WalletBroker

private let python = "/usr/bin/python3"

@Suite(
    "What comes before the broker's pages", .timeLimit(.minutes(5)),
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil && Program.path("test-provider") != nil,
        "the broker, its parser and the test provider are not built"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs Python to hand sockets over"))
struct EarlyComerTests {
    /// Opens the broker's sockets, as systemd does, and becomes the broker, with windows, once somebody has come to each of them.
    private static let handover = """
        import fcntl, os, select, socket, sys
        folder = sys.argv[sys.argv.index("--runtime") + 1]
        os.mkdir(folder, 0o700)
        doors = []
        for name in ("apps", "agents"):
            doors.append(socket.socket(socket.AF_UNIX))
            doors[-1].bind(folder + "/" + name + ".sock")
            doors[-1].listen()
        open(folder + "/open", "w").close()
        for door in doors:
            select.select([door], [], [])
        for number, door in enumerate(doors):
            os.dup2(fcntl.fcntl(door, fcntl.F_DUPFD_CLOEXEC, 100), 3 + number)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2", LISTEN_FDNAMES="apps:agents")
        os.execv(sys.argv[1], sys.argv[1:] + ["--port", "0"])
        """

    @Test("An app and a request that come first wait for the pages, where the person is asked about both; who has not answered has decided nothing")
    func early() async throws {
        let licence = "one=\(BrokerFolder.licence)=any"
        let folder = try BrokerFolder([.init(name: "Local", documents: [licence])])
        try await ServedBroker.enrol(folder)
        let requests = try RequestScene()
        let (data, origin, runtime) = (try requests.data(), requests.origin, folder.configuration.runtime)
        let app = Task {
            try await eventually { FileManager.default.fileExists(atPath: runtime + "/open") }
            return try await folder.run(folder.program("Local"), ["--as-app", "--register", licence])
        }
        let asking = Task {
            try await eventually { FileManager.default.fileExists(atPath: runtime + "/open") }
            let agent = try TestAgent(runtime + "/agents.sock")
            try await agent.present(data, origin: origin)
            return agent
        }
        let broker = try await ServedBroker(folder, nil, startedBy: [python, "-c", Self.handover])
        try await broker.prints("Local App wants to present your documents to websites. Decide at http://wallet.localhost:")
        let notice = try await asking.value.notice()
        let window: String? = if case .window(let address)? = notice { address } else { nil }
        #expect(window?.hasPrefix("http://wallet.localhost:") == true, "\(String(describing: notice))")
        broker.kill()
        #expect(try await app.value.first == "status notDetermined")
        let registry = try ProviderRegistry(path: folder.configuration.state + "/registry.sqlite")
        #expect(try await registry.authorization(of: "Local") == .notDetermined)
    }
}
