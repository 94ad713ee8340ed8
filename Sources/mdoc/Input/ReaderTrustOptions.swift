import ArgumentParser
import DocumentTrust
import MobileDocument
import TrustFetching

/// Whom a wallet trusts to ask: `--reader-trust`, and `--reader-list` with `--reader-list-root`.
struct ReaderTrustOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Reader authorities: a trust store, a folder of PEM files, or one certificate.", valueName: "dir"))
    var readerTrust: String?

    @Option(help: ArgumentHelp("Signed list of reader authorities (RICAL); may be repeated.", valueName: "file"))
    var readerList: [String] = []

    @Option(help: ArgumentHelp("Root of the provider of these lists: a certificate, or a folder of PEM files.", valueName: "pem"))
    var readerListRoot: String?

    /// Whether anybody is trusted.
    var isGiven: Bool { readerTrust != nil || !readerList.isEmpty }

    /// Paths of what is read.
    var files: [String] { [readerTrust, readerListRoot].compactMap { $0 } + readerList }

    func validate() throws {
        guard readerList.isEmpty == (readerListRoot == nil) else {
            throw ValidationError("--reader-list and --reader-list-root belong together")
        }
    }

    /// Loads it. A list that does not verify is a mistake, not no list.
    func load(revocationLists: [String] = [], at time: Instant) throws -> ReaderTrustList {
        if let readerTrust, TrustStore.exists(at: readerTrust) { return try load(TrustStore(at: readerTrust), revocationLists, at: time) }
        let anchors = try readerTrust.map { try TrustSource.anchors($0, for: "--reader-trust") } ?? []
        let roots = try readerListRoot.map { try TrustSource.anchors($0, for: "--reader-list-root") } ?? []
        let lists = try readerList.map { try Self.verify($0, TrustListAuthorities(roots), at: time) }
        let trusted = ReaderTrustList(anchors, lists: lists)
        guard !revocationLists.isEmpty else { return trusted }
        return ReaderTrustList(anchors, lists: lists, revocationLists: try read(revocationLists, of: trusted.anchors))
    }

    /// A store has lists of its own; the revocation lists that were fetched for it count beside those given.
    private func load(_ store: TrustStore, _ revocationLists: [String], at time: Instant) throws -> ReaderTrustList {
        guard readerList.isEmpty else {
            throw CommandFailure(
                "a trust store and --reader-list are given", at: store.path, mend: "take the list into the store: mdoc trust import --readers")
        }
        do {
            let authorities = try store.contents(at: time).authorities
            let lists = try read(revocationLists, of: authorities) + CopyFolder(of: store).revocationLists(of: authorities)
            return try store.readerSnapshot(at: time, revocationLists: lists)
        } catch let error as TrustStoreError { throw error.failure }
    }

    private func read(_ files: [String], of authorities: [TrustAnchor]) throws -> [RevocationList] {
        try files.map { try RevocationListFile.read($0, for: "--reader-crl", of: authorities, signer: "a trusted reader authority") }
    }

    private static func verify(_ path: String, _ authorities: TrustListAuthorities, at time: Instant) throws -> VerifiedRICAL {
        switch RICALVerification.verify(try RICALFile.read(path, for: "--reader-list"), authorities: authorities, at: time) {
        case .verified(let list): return list
        case .refused(let report):
            let reasons = report.failures.map { "\($0.identifier.rawValue): \($0.reason ?? "")" }.joined(separator: "; ")
            throw CommandFailure(reasons, at: path, mend: "see 'mdoc rical read', and fetch the list again")
        }
    }
}
