import DocumentProvider
import Foundation
import PKCS11DeviceKeys
import VectorSupport

/// Tokens in software (SoftHSM2), in a folder that goes with the process: a module reads its settings once in a process.
enum SoftToken {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    static let pin = "493817"

    /// Labels of two tokens, which stand for two machines, of one that nobody is ever logged in to, and of those that one test each uses, two of
    /// one name among them; nil where there is no SoftHSM2.
    static let labels: [String]? = {
        guard FileManager.default.fileExists(atPath: module), let path = try? prepare() else { return nil }
        setenv("SOFTHSM2_CONF", path, 1)
        let labels = ["here", "there", "locked", "mistyped", "spared", "twin", "twin"]
        return labels.allSatisfy(makeToken) ? labels : nil
    }()

    /// Logs in to a token.
    static func keys(of label: String, folder: String) throws(DeviceKeyError) -> PKCS11DeviceKeys {
        try PKCS11DeviceKeys(module: module, token: label, pin: pin, folder: folder)
    }

    /// A folder of a token's own, in which those who use it wait for each other.
    static func state(of label: String) -> String { folder.path + "/state-" + label }

    private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("softhsm-\(ProcessInfo.processInfo.processIdentifier)")

    private static func prepare() throws -> String {
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("tokens"), withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: SoftToken.folder) }
        let file = folder.appendingPathComponent("softhsm2.conf")
        try Data("directories.tokendir = \(folder.path)/tokens\nobjectstore.backend = file\nlog.level = ERROR\n".utf8).write(to: file)
        return file.path
    }

    private static func makeToken(_ label: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["softhsm2-util", "--init-token", "--free", "--label", label, "--pin", pin, "--so-pin", "90210999"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.runBounded()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
