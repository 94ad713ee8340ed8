public import ArgumentParser
import BrokerPages
import ElementTableFiles
import Foundation
import ListenFaults
import Logging
import ProcessSandbox
import UserVerification
public import WalletBroker

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve apps and user agents of this user.",
        discussion: """
            Example: mdoc-broker enrol
                     mdoc-broker serve

            Requests are shown on this terminal, or with --port in windows of a browser. Providers are read from DIR/NAME/provider.json;
            see docs/wallet.md.
            """)

    @OptionGroup var stateOptions: StateOptions

    @Option(help: ArgumentHelp("Folder of the sockets.", valueName: "dir"))
    var runtime = UserFolder.runtime

    @Option(help: ArgumentHelp("Folder of one more socket, for apps that run under users of their own.", valueName: "dir"))
    var shared: String?

    @Option(help: ArgumentHelp("Folder with a folder for each installed provider.", valueName: "dir"))
    var providers = UserFolder.providers

    @Option(
        help: ArgumentHelp(
            "Folder with tables of documents beside those that are built in; default: mdoc/tables in $XDG_DATA_HOME, if it is there.",
            valueName: "dir"))
    var tables: String?

    @Option(help: ArgumentHelp("The program mdoc-request-parser.", valueName: "path"))
    var parser = "/usr/libexec/mdoc-request-parser"

    @Option(help: ArgumentHelp("Show requests in windows of a browser, at this port; 0 for any.", valueName: "number"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "For tests of programs only: decide requests as said, without asking anybody: 'accept:PROVIDER' or 'decline'.", valueName: "rule"))
    var decideWithoutPerson: PolicyRule?

    @Option(help: ArgumentHelp("For tests of programs only: the file that holds the PIN for 'accept'.", valueName: "file"))
    var pinFile: String?

    @Option(
        help: ArgumentHelp(
            "What this machine does: 'asks' other devices and has no documents, 'answers' and asks none, or 'both'. Before --hybrid.",
            valueName: "role"))
    var role = BrokerRole.both

    @Option(
        parsing: .remaining,
        help: ArgumentHelp(
            "The program mdoc-hybrid, with which requests are answered on other devices, and theirs here. All that follows are its options.",
            valueName: "path"))
    var hybrid: [String] = []

    func validate() throws {
        guard hybrid.first?.hasPrefix("/") ?? true else { throw ValidationError("--hybrid needs an absolute path") }
        guard role != .asks || !hybrid.isEmpty else { throw ValidationError("--role asks needs --hybrid: without it there is nobody to ask") }
        guard parser.hasPrefix("/") else { throw ValidationError("--parser needs an absolute path") }
        // Without it every request would be declined, and nobody would know why.
        guard Self.isProgram(parser) else { throw ValidationError("there is no program \(parser); name mdoc-request-parser with --parser") }
        // Nor this one: another device would be offered that nothing here reaches.
        if let program = hybrid.first, !Self.isProgram(program) {
            throw ValidationError("there is no program \(program); name mdoc-hybrid with --hybrid")
        }
        guard !Self.isFile(providers) else {
            throw ValidationError("\(providers) is a file; name the folder of the installed providers with --providers")
        }
        guard !runtime.isEmpty else { throw ValidationError("XDG_RUNTIME_DIR is not set to an absolute path; name a folder with --runtime") }
        if let port { guard (0...65535).contains(port), decideWithoutPerson == nil else { throw ValidationError("--port is a number up to 65535, and for persons") } }
        if case .accept = decideWithoutPerson, pinFile == nil {
            throw ValidationError("nothing is released without a verified owner: give the PIN's file with --pin-file")
        }
    }

    private static func isProgram(_ path: String) -> Bool { isFile(path) && FileManager.default.isExecutableFile(atPath: path) }

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    func run() async throws {
        // Requests and sheets pass through this process; what starts here answers them.
        CrashReport.omit()
        try ProcessMemory.conceal()
        // It serves on where nobody reads what it prints any more. Programs that it starts have the signal as they had it.
        signal(SIGPIPE, SIG_IGN)
        let console = TerminalConsole()
        let windows = BrowserWindows(console)
        var logger = Logger(label: "mdoc-broker")
        logger.logLevel = .notice
        let policy = try decideWithoutPerson.map { try PolicyConsent($0, pinFile: pinFile) }
        let tablesFolder = tables ?? InstalledTables.folderOfUser
        // Where they cannot be read the broker says so.
        let terminal = TerminalConsent(console, tables: tablesFolder.flatMap { try? InstalledTables.read($0) } ?? .builtIn)
        let prompt: any AuthorizationPrompt = if let policy { policy } else if port != nil { windows } else { terminal }
        try stateOptions.prepare()
        let configuration = BrokerConfiguration(
            state: stateOptions.state, runtime: runtime, shared: shared, providers: providers, parser: parser,
            devices: hybrid.first.map { DeviceProgram(path: $0, arguments: Array(hybrid.dropFirst())) }, role: role,
            tables: tablesFolder)
        let broker = try await Broker(
            configuration, prompt: prompt,
            enrolment: { [stateOptions] in try? await stateOptions.verifier().enrolment()?.identifier }, logger: logger)
        let verifier = try stateOptions.verifier()
        if let error = broker.tablesError { console.say("WARNING: \(error)") }
        if let policy {
            console.say("WARNING: requests are decided by a rule (\(policy.rule)) and shown to nobody. This is for tests of programs.")
            try await run(broker, showing: policy.host(verifier))
        } else if let port {
            try await run(broker, in: windows, port: port, verifier, console, logger)
        } else {
            try await run(broker, showing: terminal.host(verifier))
        }
    }

    private func run(
        _ broker: Broker, in windows: BrowserWindows, port: Int, _ verifier: UserVerifier, _ console: TerminalConsole, _ logger: Logger
    ) async throws {
        let pages = try BrokerPages(
            desk: broker.presentments, codes: broker.codes, settings: WindowSettings(desk: broker.providers, windows: windows),
            history: broker.history, verifier: verifier, tables: broker.tables, logger: logger)
        let typing = Task {
            while await console.ask("Press Return for new addresses.") != nil { await windows.tellAddresses() }
        }
        defer { typing.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // SIGTERM ends it at once, as without windows: all that lasts is on the disk, and there are windows that ask for news all the time.
            let server = pages.server(port: port) { [runtime] origin in
                Self.announce(runtime)
                await windows.serve(pages, at: origin)
            }
            group.addTask {
                do { try await server.run() } catch let fault as PagesAddressFault {
                    throw ListenFault.explaining(fault.cause, host: fault.host, port: fault.port, setting: "--port")
                }
            }
            group.addTask { try await broker.run(showing: windows) }
            try await group.next()
            group.cancelAll()
        }
    }

    private func run(_ broker: Broker, showing consent: any ConsentHost) async throws {
        Self.announce(runtime)
        try await broker.run(showing: consent)
    }

    /// Whoever starts it reads that it serves.
    private static func announce(_ runtime: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("serving at \(runtime)\n".utf8))
    }
}

extension BrokerRole: ExpressibleByArgument {}
