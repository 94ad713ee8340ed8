import ArgumentParser
import DocumentTrust
import MobileDocument
import TrustFetching

/// `--crl`: revocation lists that were fetched ahead of time.
struct RevocationListOptions: ParsableArguments {
    @Option(name: .customLong("crl"), help: ArgumentHelp("Revocation list of a trusted authority; may be repeated.", valueName: "file"))
    var files: [String] = []

    /// Reads and verifies them. A list that none of the authorities signed is a mistake, not no list.
    func lists(of authorities: [TrustAnchor]) throws -> [RevocationList] {
        try files.map { try RevocationListFile.read($0, for: "--crl", of: authorities, signer: "a trusted authority") }
    }

    /// Reads and verifies those of the authorities in a store, of list providers too; those that `mdoc trust refresh` fetched count
    /// beside those that are given.
    func lists(in store: TrustStore, at time: Instant) throws -> [RevocationList] {
        let contents: TrustStoreContents
        do { contents = try store.contents(at: time) } catch { throw error.failure }
        return try lists(of: contents.authorities) + CopyFolder(of: store).revocationLists(of: contents.authorities)
    }
}
