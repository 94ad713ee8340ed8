import Foundation
import Subprocess
import SystemPackage
import Testing

@Suite("What a broker is linked with")
struct DependencyTests {
    private struct Manifest: Decodable {
        struct Target: Decodable {
            let name: String
            let dependencies: [[String: [Value?]]]
        }
        /// A name, or something else that stands beside names.
        enum Value: Decodable {
            case name(String)
            case other

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(String.self)).map(Value.name) ?? .other
            }
        }
        let targets: [Target]
    }

    /// Targets of this package that a target depends on, directly or not, itself included.
    private static func closure(of name: String, in manifest: Manifest) -> Set<String> {
        var found: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard found.insert(next).inserted, let target = manifest.targets.first(where: { $0.name == next }) else { continue }
            for dependency in target.dependencies {
                for (kind, values) in dependency where kind != "product" {
                    if case .name(let name)?? = values.first { open.append(name) }
                }
            }
        }
        return found
    }

    private static func manifest() async throws -> Manifest? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manifest-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Folders of its own: those of the package may be in use by the command that runs this test, and locks are left lying about.
        let result = try await Subprocess.run(
            .name("swift"),
            arguments: ["package", "--package-path", Program.packageFolder.path, "--scratch-path", folder.path, "dump-package"],
            environment: .inherit.updating(["TMPDIR": folder.path]), output: .bytes(limit: 8 << 20), error: .discarded)
        guard result.terminationStatus.isSuccess else { return nil }
        return try JSONDecoder().decode(Manifest.self, from: Data(result.standardOutput))
    }

    @Test("No decoder of requests is among a broker's targets, and the parser has one")
    func closure() async throws {
        let manifest = try #require(try await Self.manifest(), "swift package dump-package fails")
        let decoders: Set = ["CBOR", "COSE", "MobileDocument", "DocumentTrust", "RequestExtraction"]
        for target in ["PresentmentRequest", "RequestParsing", "BrokerMessages", "WalletBroker", "UserVerification", "BrokerPages", "mdoc-broker"] {
            #expect(manifest.targets.contains { $0.name == target }, "there is no target \(target)")
            #expect(Self.closure(of: target, in: manifest).isDisjoint(with: decoders))
        }
        #expect(Self.closure(of: "PresentmentRequest", in: manifest) == ["PresentmentRequest"])
        // The check can fail: seen with its eyes, the parser does link them.
        #expect(Self.closure(of: "mdoc-request-parser", in: manifest).isSuperset(of: decoders))
    }
}
