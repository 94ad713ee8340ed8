import CBOR
import DocumentTrust

/// What a snapshot of trust is made of, to see whether anything has changed.
struct TrustKey: Hashable {
    private struct Anchor: Hashable {
        let certificate: ByteSlice
        let scope: TrustAnchor.Scope
        let jurisdictions: Set<Jurisdiction>?
        let provenance: String

        init(_ anchor: TrustAnchor) {
            certificate = anchor.certificate.encoded
            scope = anchor.scope
            jurisdictions = anchor.jurisdictions
            provenance = anchor.provenance
        }
    }

    private let anchors: [Anchor]
    private let readers: [Anchor]
    /// SHA-256 of each list of readers' authorities that is usable: two issues may name the same authorities on other terms.
    private let readerLists: [[UInt8]]
    private let distrusted: [DistrustedAuthority]
    /// SHA-256 of each revocation list, in hex.
    private let lists: [String]

    init(_ contents: TrustStoreContents, revocationLists: [String]) {
        distrusted = contents.distrusted
        anchors = contents.issuers.map(Anchor.init)
        readers = contents.anchors.filter { $0.role == .reader }.map { Anchor($0.anchor) }
        readerLists = contents.readerLists.filter { $0.list != nil }.map(\.fingerprint)
        lists = revocationLists.sorted()
    }
}
