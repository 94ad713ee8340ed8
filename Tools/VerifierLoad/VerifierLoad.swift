import ArgumentParser

/// Puts a verifier service under load on this machine: how many answers a second it verifies, and whether it keeps its promises
/// while its parts are killed. It starts and ends what it needs by itself, on loopback.
@main
struct VerifierLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifier-load", abstract: "Loads a verifier service on this machine.",
        subcommands: [
            ThroughputCommand.self, CreationCommand.self, InstancesCommand.self, SoakCommand.self, SteadyCommand.self, LibraryCommand.self,
            ArriveCommand.self, GrowCommand.self, BareCommand.self, StoreStepsCommand.self,
        ])
}
