import ArgumentParser
import Foundation
import OwnerOnlyFiles
import ProviderCommands

/// `local-driving-authority certify`
struct CertifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certify", abstract: "At the office: register a website, which may then ask this authority's app.")

    @Option(help: ArgumentHelp("Who asks.", valueName: "name"))
    var organization: String

    @Option(help: ArgumentHelp("Domain that asks; may be repeated.", valueName: "name"))
    var domain: [String]

    @Option(help: ArgumentHelp("Where to write the certificate and its key: NAME.pem and NAME-key.pem.", valueName: "name"))
    var out: String

    @OptionGroup var app: AppOptions

    func run() throws {
        let certified = try app.openOffice().certifyReader(organization: organization, domains: domain, at: FolderOptions.now)
        var made: [String] = []
        for (path, text) in [(out + "-key.pem", certified.privateKeyPEM), (out + ".pem", certified.certificatePEM)] {
            do throws(OwnerOnlyFileError) { try OwnerOnlyFile.write(Array(text.utf8), to: path, replacing: false) } catch {
                // A key without its certificate would only be in the way of the next attempt.
                for file in made { _ = try? OwnerOnlyFile.remove(file) }
                if case .unavailable(EEXIST) = error { throw ValidationError("\(path) exists; keys are never replaced") }
                throw ValidationError("cannot write \(path)")
            }
            made.append(path)
        }
        // It is for everybody.
        chmod(out + ".pem", 0o644)
        print("\(out).pem lets \(domain.joined(separator: ", ")) ask for licences of this authority.")
    }
}
