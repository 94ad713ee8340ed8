import BrokerMessages
import Crypto
import Foundation
import HybridTransport
import MobileDocument
import Subprocess
import SystemPackage
import Testing

@testable import WalletBroker

@Suite("The commands of mdoc-hybrid", .enabled(if: Program.path("mdoc-hybrid") != nil, "mdoc-hybrid is not built"))
struct HybridCommandTests {
    private struct Run {
        let isSuccess: Bool
        let output, errors: String
    }

    private func hybrid(_ arguments: [String], socket: String = "/nowhere.sock") async throws -> Run {
        let result = try await Subprocess.run(
            .path(FilePath(#require(Program.path("mdoc-hybrid")))), arguments: Arguments(arguments),
            environment: .inherit.updating(["MDOC_AGENTS_SOCKET": socket, "XDG_RUNTIME_DIR": ""]),
            output: .string(limit: 4096), error: .string(limit: 1 << 16))
        return Run(isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput, errors: result.standardError)
    }

    @Test("To list links makes no folder, and says where there is none and where nothing is in it")
    func links() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/links"
        for options in [[], ["--remove", "0f1e2d3c4b5a6978"]] {
            let run = try await hybrid(["links", path] + options)
            #expect(!run.isSuccess && run.errors == "Error: hybrid.link: there is no folder \(path)\n", "\(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let empty = try await hybrid(["links", path])
        #expect(empty.isSuccess && empty.output.isEmpty && empty.errors == "No device is linked.\n", "\(empty.errors)")
    }

    @Test("A list of links that cannot be written fails")
    func unwritten() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/links"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // One that cannot be read is listed, too.
        #expect(FileManager.default.createFile(atPath: path + "/0f1e2d3c4b5a6978.link", contents: Data(), attributes: [.posixPermissions: 0o600]))
        let program = try #require(Program.path("mdoc-hybrid"))
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: Arguments(["-c", "exec \"$0\" links \"$1\" >/dev/full", program, path]),
            output: .discarded, error: .string(limit: 4096))
        #expect(result.terminationStatus == .exited(2))
        #expect(result.standardError == "Error: cannot write the result, no space left on device; check where the output goes\n")
        #expect(try await hybrid(["links", path]).output.hasPrefix("0f1e2d3c4b5a6978  "))
    }

    @Test("Why no linked device can ask is in the log: nobody waits for it who could be told")
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let links = folder.path + "/links"
        for path in [links, links + "/asking"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        // What was kept is damaged.
        let contact = FileManager.default.createFile(atPath: links + "/asking/contact", contents: Data([1]), attributes: [.posixPermissions: 0o600])
        #expect(contact)
        let program = try #require(Program.path("mdoc-hybrid"))
        let launcher = DeviceLauncher(
            program: DeviceProgram(path: program, arguments: ["--adverts", "loopback:4711", "--tunnel", "1000"]),
            log: folder.path + "/linked.log", agentsSocket: "/nowhere.sock", links: links)
        let process = try launcher.start()
        let report = await process.reply(to: .waitForLinked, within: .seconds(60))
        #expect(report == .failed(code: "hybrid.link"))
        let log = try String(contentsOfFile: folder.path + "/linked.log", encoding: .utf8)
        #expect(log.contains("a linked device was not answered, or could not ask: hybrid.link: \(links)/asking/contact is damaged"), "\(log)")
    }

    @Test("Why no other device has answered, or was answered, is in the log: the broker hears the code alone")
    func reasons() async throws {
        let folder = try TemporaryFolder()
        let program = try #require(Program.path("mdoc-hybrid"))
        let launcher = DeviceLauncher(
            program: DeviceProgram(path: program, arguments: ["--adverts", "loopback:4711", "--tunnel", "1000"]),
            log: folder.path + "/devices.log", agentsSocket: "/nowhere.sock", links: folder.path + "/links")
        let faults: [(DeviceCommand, String, String)] = [
            (
                .ask(data: Array("{}".utf8), origin: "https://shop.example", link: "0f1e2d3c4b5a6978"), "hybrid.link",
                "no other device has answered: hybrid.link: there is no link 0f1e2d3c4b5a6978 any more"
            ),
            (
                .answerText("FIDO:/123", locale: "en"), "hybrid.qr",
                "another device was not answered: hybrid.qr: this is no QR code for sharing documents"
            ),
        ]
        for (command, code, words) in faults {
            let report = try await launcher.start().reply(to: command, within: .seconds(60))
            #expect(report == .failed(code: code))
            let log = try String(contentsOfFile: folder.path + "/devices.log", encoding: .utf8)
            #expect(log.contains(words), "\(log)")
        }
    }

    @Test("Why there is no answer is told with its code and in a sentence")
    func answer() async throws {
        let words = ["answer", "FIDO:/123", "--adverts", "loopback:4711", "--tunnel", "1000"]
        let code = try await hybrid(words)
        #expect(!code.isSuccess && code.errors.hasPrefix("There is no answer (hybrid.qr): this is no QR code for sharing documents"), "\(code.errors)")
        let lost = try await hybrid(words, socket: "")
        #expect(!lost.isSuccess && lost.errors.hasPrefix("There is no answer (device.noBroker): neither MDOC_AGENTS_SOCKET nor XDG_RUNTIME_DIR is set"), "\(lost.errors)")
    }

    @Test("Where no broker runs the device whose code was scanned is not called, and it is said where none is")
    func noBroker() async throws {
        let code = try HybridInvitation(
            identity: P256.KeyAgreement.PrivateKey().publicKey, secret: [UInt8](repeating: 7, count: 16), issuedAt: Instant(secondsSinceEpoch: 0)
        ).text
        let run = try await hybrid(["answer", code, "--adverts", "loopback:4711", "--tunnel", "1000"])
        #expect(!run.isSuccess && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.hasPrefix("There is no answer (device.noBroker): no broker listens at /nowhere.sock; start it with"), "\(run.errors)")
    }
}
