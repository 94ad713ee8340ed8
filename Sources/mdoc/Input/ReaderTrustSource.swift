import DocumentTrust

/// Trust in readers named on the command line: their authorities, and revocation lists of these.
enum ReaderTrustSource {
    /// Loads it. A list that none of the authorities signed is a mistake, not no list.
    static func list(_ trust: String, revocationLists: [String]) throws -> ReaderTrustList {
        let anchors = try TrustSource.anchors(trust, for: "--reader-trust")
        let lists = try revocationLists.map { path in
            let bytes = try InputFile(path, for: "--reader-crl").decoded().parts[0].bytes
            guard let list = anchors.lazy.compactMap({ try? RevocationList(bytes, issuedBy: $0) }).first else {
                throw CommandFailure(
                    "this is no revocation list that an authority of --reader-trust signed", at: path, mend: "check what --reader-crl is given")
            }
            return list
        }
        return ReaderTrustList(anchors, revocationLists: lists)
    }
}
