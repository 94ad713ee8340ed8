import DocumentTrust
import Foundation
import MobileDocument
import Testing
import VectorSupport

@Suite("The catalogue of issuers")
struct IssuerCatalogueTests {
    @Test(
        "It names every certificate at hand, by its own fingerprint, and no other",
        .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
    func fingerprints() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/issuers.md"), encoding: .utf8)
        let named = text.matches(of: /[0-9a-f]{64}/).map { String($0.output) }
        let anchors = try TrustAnchorFolder.load(#require(Vectors.folder).appendingPathComponent("iaca-roots").path)
        #expect(anchors.count > 1)
        #expect(named.sorted() == anchors.map { Hexadecimal.text($0.certificate.fingerprint) }.sorted())
    }
}
