import CBOR
import DocumentTrust
import MobileDocument

/// What a snapshot of trust is made of, to see whether anything has changed.
struct TrustKey: Hashable {
    private struct Anchor: Hashable {
        let certificate: ByteSlice
        let scope: TrustAnchor.Scope
        let jurisdictions: Set<Jurisdiction>?
        let provenance: String
    }

    private let anchors: [Anchor]
    private let distrusted: [DistrustedAuthority]
    /// SHA-256 of each revocation list, in hex.
    private let lists: [String]

    init(_ contents: TrustStoreContents, revocationLists: [String]) {
        distrusted = contents.distrusted
        anchors = contents.issuers.map {
            Anchor(certificate: $0.certificate.encoded, scope: $0.scope, jurisdictions: $0.jurisdictions, provenance: $0.provenance)
        }
        lists = revocationLists.sorted()
    }
}
