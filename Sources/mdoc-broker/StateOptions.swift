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

    /// Opens the history that is there: what is only looked at, or emptied, is not made.
    func history() throws -> PresentmentHistory {
        let path = state + "/history.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFault("there is no history at \(path); name the broker's folder with --state, or begin one with 'mdoc-broker serve'")
        }
        do { return try PresentmentHistory(path: path) } catch { throw CommandFault("\(path): \(error)") }
    }

    /// Opens the enrolments, and makes their file where there is none.
    func verifier() throws -> UserVerifier {
        let path = state + "/enrolments.sqlite"
        do { return UserVerifier(store: try EnrolmentStore(path: path)) } catch { throw CommandFault("\(path): \(error)") }
    }
}
