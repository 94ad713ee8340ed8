import Foundation
import Subprocess
import SystemPackage
import UserVerification
import WalletBroker

/// The folders of a broker, with providers installed in them. Removed with it.
final class BrokerFolder: Sendable {
    /// A provider to install: the test provider's program, under a name and with arguments.
    struct Provider {
        let name: String
        var documents: [String] = []
        var documentTypes = [licence, photoID]
        var arguments: [String] = []
        var readerRoots: [[UInt8]] = []
        var revocationLists: [[UInt8]] = []
        var program = "test-provider"
        /// The user of the machine under whom it runs, if not this one; needs root.
        var user: String?
        /// Other programs that may register its documents.
        var apps: [String] = []
    }

    static let licence = "org.iso.18013.5.1.mDL"
    static let photoID = "org.iso.23220.photoid.1"

    let path: String
    /// The options of the program that reaches other devices; nil where none is.
    private let deviceOptions: [String]?
    var configuration: BrokerConfiguration { configuration(Patience()) }

    init(_ providers: [Provider], deviceOptions: [String]? = nil) throws {
        self.deviceOptions = deviceOptions
        let name = "broker-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(name)
        path = folder.path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for provider in providers { try install(provider) }
        // A copy of its own: a test of two brokers kills the one's and not the other's.
        if deviceOptions != nil, let program = Program.path("mdoc-hybrid") { try Program.copy(program, to: deviceProgram) }
        if deviceOptions != nil, let reader = Program.confined("mdoc-code-reader") {
            try Program.copy(reader, to: path + "/mdoc-code-reader")
        }
    }

    deinit { for folder in [path, shared] { try? FileManager.default.removeItem(atPath: folder) } }

    /// What other users can enter.
    private var shared: String { path + "-shared" }
    /// The socket there.
    var sharedSocket: String { shared + "/apps.sock" }
    /// The program of a provider that runs under a user of its own.
    var sharedProgram: String { shared + "/program" }

    /// Arguments with which `setpriv` runs a program as another user.
    static func becoming(_ user: String) -> [String] { ["--reuid=\(user)", "--regid=65534", "--clear-groups"] }

    func configuration(_ patience: Patience) -> BrokerConfiguration {
        BrokerConfiguration(
            state: path + "/state", runtime: path + "/run", shared: shared, providers: path + "/providers", parser: Program.confined("mdoc-request-parser") ?? "/bin/false",
            devices: deviceOptions.map { DeviceProgram(path: deviceProgram, arguments: $0) }, patience: patience)
    }

    /// The program that reaches other devices.
    var deviceProgram: String { path + "/mdoc-hybrid" }

    /// The provider's program: a copy of its own, since the broker knows apps by their programs.
    func program(_ name: String) -> String { "\(path)/providers/\(name)/program" }

    /// What a provider's process has printed; nil where none was started.
    func log(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/state/providers/\(name).log", encoding: .utf8) }

    /// Knows the machine's owner. What it keeps of a PIN costs little to try, which many tests do again and again.
    func verifier() throws -> UserVerifier { UserVerifier(store: try EnrolmentStore(path: configuration.state + "/enrolments.sqlite", rounds: 16)) }

    /// Enrols the owner's PIN.
    @discardableResult
    func enrol() async throws -> UserVerifier {
        try FileManager.default.createDirectory(atPath: configuration.state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let verifier = try verifier()
        try await verifier.enrol(pin: BrokerScene.pin, phrase: "blue heron", at: Date())
        return verifier
    }

    /// Installs a provider, or installs it anew.
    func install(_ provider: Provider) throws {
        let folder = "\(path)/providers/\(provider.name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard let program = Program.path(provider.program) else { throw CocoaError(.fileNoSuchFile) }
        try? FileManager.default.removeItem(atPath: self.program(provider.name))
        try Program.copy(program, to: self.program(provider.name))
        let roots = provider.readerRoots.map { "-----BEGIN CERTIFICATE-----\n\(Data($0).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed]))\n-----END CERTIFICATE-----\n" }
        try Data(roots.joined().utf8).write(to: URL(fileURLWithPath: folder + "/roots.pem"))
        let lists = provider.revocationLists.indices.map { "list\($0).crl" }
        for (name, list) in zip(lists, provider.revocationLists) { try Data(list).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        var manifest: [String: Any] = [
            "name": provider.name, "displayName": provider.name + " App", "program": self.program(provider.name),
            "arguments": provider.documents.flatMap { ["--register", $0] } + provider.arguments, "documentTypes": provider.documentTypes,
            "apps": provider.apps, "readerRoots": roots.isEmpty ? [] : ["roots.pem"], "revocationLists": lists,
        ]
        if let user = provider.user {
            try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try Program.copy(program, to: sharedProgram)
            manifest["user"] = user
            manifest["program"] = "/usr/bin/setpriv"
            manifest["arguments"] = Self.becoming(user) + [sharedProgram] + provider.documents.flatMap { ["--register", $0] } + provider.arguments
        }
        try JSONSerialization.data(withJSONObject: manifest).write(to: URL(fileURLWithPath: folder + "/provider.json"))
    }

    /// Runs a program to its end, with the apps' socket, the installed tables and a language in its environment; what it prints, line by line.
    func run(_ program: String, _ arguments: [String], socket: String? = nil, locale: String = "en_US.UTF-8") async throws -> [String] {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments),
            environment: .inherit.updating([
                "MDOC_APPS_SOCKET": socket ?? configuration.runtime + "/apps.sock", "MDOC_ELEMENT_TABLES": path + "/tables",
                "LC_ALL": locale,
            ]), output: .string(limit: 1 << 20), error: .discarded)
        return result.standardOutput.split(separator: "\n").map(String.init)
    }

    /// Every file below, as far as the broker writes them.
    func writtenBytes() throws -> Data {
        var all = Data()
        for file in try FileManager.default.subpathsOfDirectory(atPath: path + "/state") {
            all += (try? Data(contentsOf: URL(fileURLWithPath: "\(path)/state/\(file)"))) ?? Data()
        }
        return all
    }
}
