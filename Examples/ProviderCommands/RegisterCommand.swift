package import ArgumentParser
import IdentityDocumentServices

/// Registers all documents of an app.
package struct RegisterCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Register the documents with the system, and take back registrations of those that are gone.")

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() async throws {
        var fault: (any Error)?
        do { try await options.open().register(in: IdentityDocumentProviderRegistrationStore()) } catch { fault = error }
        print(DocumentLines.registration(fault))
        if fault != nil { throw ExitCode.failure }
    }
}
