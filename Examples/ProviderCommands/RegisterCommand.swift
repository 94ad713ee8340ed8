public import ArgumentParser
import IdentityDocumentServices

/// Registers all documents of an app.
public struct RegisterCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Register the documents with the system, and take back registrations of those that are gone.")

    @OptionGroup var options: FolderOptions

    public init() {}

    public func run() async throws {
        var fault: (any Error)?
        do { try await options.open().register(in: IdentityDocumentProviderRegistrationStore()) } catch { fault = error }
        print(DocumentLines.registration(fault))
        if fault != nil { throw ExitCode.failure }
    }
}
