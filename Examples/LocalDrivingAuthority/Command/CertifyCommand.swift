import ArgumentParser
import Foundation
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
        for (path, text, mode) in [(out + "-key.pem", certified.privateKeyPEM, 0o600), (out + ".pem", certified.certificatePEM, 0o644)] {
            guard !FileManager.default.fileExists(atPath: path) else { throw ValidationError("\(path) exists; keys are never replaced") }
            guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]) else {
                throw ValidationError("cannot write \(path)")
            }
        }
        print("\(out).pem lets \(domain.joined(separator: ", ")) ask for licences of this authority.")
    }
}
