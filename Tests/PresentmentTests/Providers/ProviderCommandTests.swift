import Foundation
import MobileDocumentTesting
import ProviderDocuments
import Subprocess
import SystemPackage
import Testing

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

    @Test("A document that is not there is removed as little as it is shown")
    func unknown() async throws {
        for command in ["show", "remove"] {
            let run = try await wallet(command, "nosuch")
            #expect(!run.isSuccess && run.errors == "Error: there is no such document here\n", "\(command): \(run.errors)")
        }
    }
}
