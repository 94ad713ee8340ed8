import ArgumentParser
import ProviderCommands

/// `local-driving-authority`
@main
struct LocalDrivingAuthority: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "local-driving-authority",
        abstract: "Driving licences from application to removal: a sample of an app with a document provider.",
        discussion: """
            Its office, where licences are reviewed and issued, is a folder beside the app's own.

            Example: local-driving-authority apply --family-name Appleseed --given-name Kelly \\
                       --birth-date 1994-04-18 --portrait face.jpg
                     local-driving-authority review 1a2b3c4d --approve --reviewer "Robin Clerk"
                     local-driving-authority issue 1a2b3c4d
            """,
        subcommands: [
            ApplyCommand.self, ReviewCommand.self, IssueCommand.self, CertifyCommand.self, TrustCommand.self, ListCommand.self, ShowCommand.self,
            RemoveCommand.self, RegisterCommand.self,
        ])
}
