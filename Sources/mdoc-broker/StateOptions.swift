import ArgumentParser
import Foundation
import UserVerification
import WalletBroker

/// Where the broker keeps what lasts.
struct StateOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of registry, history and enrolments.", valueName: "dir"))
    var state = UserFolder.state

    /// Makes the folder where there is none, with those above it, for its owner alone.
    func prepare() throws {
        do {
            try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw CommandFault("the folder \(state) cannot be made; name another with --state") }
    }

    func history() throws -> PresentmentHistory { try PresentmentHistory(path: state + "/history.sqlite") }

    func verifier() throws -> UserVerifier { UserVerifier(store: try EnrolmentStore(path: state + "/enrolments.sqlite")) }
}
