import ArgumentParser
import DocumentTrust

/// `--store`: the folder of a trust store.
struct StoreOptions: ParsableArguments {
    @Option(name: .customLong("store"), help: ArgumentHelp("Folder of the trust store.", valueName: "dir"))
    var path: String

    /// The store.
    var store: TrustStore { TrustStore(at: path) }
}

extension TrustStoreError {
    /// The failure as a command reports it.
    var failure: CommandFailure { CommandFailure(reason, at: path, mend: mend) }
}
