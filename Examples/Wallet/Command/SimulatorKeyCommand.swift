import ArgumentParser
import MobileDocumentTesting

/// `wallet simulator-key`
struct SimulatorKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator-key", abstract: "Print the published key, in PEM, with which a server opens what simulators send.")

    func run() throws { print(try SimulatorKey.published.pemRepresentation) }
}
