package import ArgumentParser
import DocumentTrust
import Foundation
import IdentityDocumentServices
import ProviderDocuments

/// Trusts a root.
package struct TrustCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "trust", abstract: "Trust the root of an issuer or of a registrar of readers.")

    @Option(help: ArgumentHelp("Root of an issuer, PEM; may be repeated.", valueName: "file"))
    var issuer: [String] = []

    @Option(help: ArgumentHelp("Root of a registrar, PEM; may be repeated.", valueName: "file"))
    var reader: [String] = []

    @OptionGroup var options: FolderOptions

    package init() {}

    package func validate() throws {
        guard !(issuer + reader).isEmpty else { throw ValidationError("give --issuer or --reader") }
    }

    package func run() async throws {
        // Before anything is kept: a file that holds no root would close the folder.
        for file in issuer + reader { _ = try TrustAnchorFolder.load(file) }
        let folder = try options.open()
        for (files, role) in [(issuer, TrustRole.issuer), (reader, .reader)] {
            for file in files {
                guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8) else {
                    throw ValidationError("cannot read \(file)")
                }
                let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
                guard try folder.trusted(name, as: role).map({ $0 == text }) ?? true else {
                    throw ValidationError("another root is trusted under the name \(name) already; give \(file) another name")
                }
                try folder.trust(text, named: name, as: role)
            }
        }
        // What else is wrong with the folder is found now, and not when a document is to be shown.
        let (issuers, readers) = (try folder.issuers(), try folder.readers())
        let counts = [(issuers.anchors.count, "issuer"), (readers.anchors.count, "registrar")].map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
        print("Trusted: \(counts.joined(separator: ", ")).")
        // What is registered says whose readers are answered.
        guard !reader.isEmpty, try !folder.documents.identifiers().isEmpty else { return }
        var fault: (any Error)?
        do { try await folder.register(in: IdentityDocumentProviderRegistrationStore()) } catch { fault = error }
        print("  " + DocumentLines.registration(fault))
    }
}
