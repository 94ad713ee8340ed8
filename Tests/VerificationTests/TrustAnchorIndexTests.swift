import CBOR
import Crypto
import MobileDocument
import Testing

@testable import DocumentTrust

/// Counted in certificates that are looked at, not in time.
@Suite("Finding a root among ten thousand")
struct TrustAnchorIndexTests {
    private static let rootKey = RootCrowd.key
    private static let place = RootCrowd.place

    private func leaf() throws -> ParsedCertificate {
        try CertificateMaker().make(key: P256.Signing.PrivateKey(), issuer: Self.place, issuerKey: Self.rootKey)
    }

    /// Searches a path, and says to which anchors the signatures of the search led.
    private func search(_ leaf: ParsedCertificate, _ index: TrustAnchorIndex) throws -> CertificationPath {
        try CertificationPath.search(for: leaf, intermediates: [], anchors: index, purpose: .documentSigner, isPreferred: { _ in true })
    }

    @Test("Of ten thousand roots with other names, none is a candidate")
    func names() async throws {
        let crowd = try await RootCrowd.ofOtherNames.value
        #expect(crowd.count == 10_000)
        let root = TrustAnchor(try CertificateMaker.authority(Self.place).make(key: Self.rootKey), provenance: "right")
        let leaf = try leaf()
        #expect(TrustAnchorIndex(crowd).candidates(for: leaf).isEmpty)
        let index = TrustAnchorIndex(crowd + [root])
        #expect(index.candidates(for: leaf).map(\.provenance) == ["right"])
        #expect(try search(leaf, index).anchor.provenance == "right")
    }

    @Test("Of a thousand roots of one name, the one with the key identifier is the first candidate, and few others follow")
    func keyIdentifiers() async throws {
        let root = TrustAnchor(try CertificateMaker.authority(Self.place).make(key: Self.rootKey), provenance: "right")
        let identifier = try #require(root.certificate.subjectKeyIdentifier)
        let crowd = try await RootCrowd.make(replacing: identifier, count: 1_000) { number in
            identifier.dropLast(2) + [UInt8(number >> 8) ^ 0xa5, UInt8(number & 0xff)]
        }.filter { $0.certificate.subjectKeyIdentifier != identifier }
        #expect(crowd.count >= 999)
        let leaf = try leaf()
        for anchors in [crowd + [root], [root] + crowd, Array(crowd[..<500]) + [root] + crowd[500...]] {
            let candidates = TrustAnchorIndex(anchors).candidates(for: leaf)
            #expect(candidates.first?.provenance == "right")
            #expect(candidates.count == TrustAnchorIndex.maximumCandidates)
            #expect(try search(leaf, TrustAnchorIndex(anchors)).anchor.provenance == "right")
        }
        // Nor are all of them tried for a certificate that names no key, or one that none of them has.
        #expect(TrustAnchorIndex(crowd).candidates(for: leaf).count == TrustAnchorIndex.maximumCandidates)
        var nameless = CertificateMaker()
        nameless.hasKeyIdentifiers = false
        let without = try nameless.make(key: P256.Signing.PrivateKey(), issuer: Self.place, issuerKey: Self.rootKey)
        #expect(TrustAnchorIndex(crowd).candidates(for: without).count == TrustAnchorIndex.maximumCandidates)
    }

    @Test("A list read again that trusts the same authorities keeps the paths it has found, another one begins anew")
    func paths() throws {
        let root = TrustAnchor(try CertificateMaker.authority(Self.place).make(key: Self.rootKey), provenance: "right")
        let leaf = try leaf()
        let list = IssuerTrustList([root])
        list.cache.store(DocumentSigner(try search(leaf, list.index)), for: leaf.encoded)
        #expect(IssuerTrustList([root]).keepingPaths(of: list).cache[leaf.encoded] != nil)
        let limited = TrustAnchor(root.certificate, scope: .docTypes([.mobileDrivingLicence]), provenance: "right")
        let distrusted = DistrustedAuthority(fingerprint: [], keyFingerprint: nil, subject: nil, reason: "", since: World.now)
        for other in [
            IssuerTrustList([]), IssuerTrustList([limited]), IssuerTrustList([root, root]),
            IssuerTrustList([root], distrusted: [distrusted], revocationLists: []),
        ] {
            #expect(other.keepingPaths(of: list).cache[leaf.encoded] == nil)
        }
    }

    @Test("A known signer is found by every byte of its certificate, not by the end of it alone")
    func lookalike() throws {
        let list = IssuerTrustList([TrustAnchor(try CertificateMaker.authority(Self.place).make(key: Self.rootKey), provenance: "right")])
        let leaf = try leaf()
        list.cache.store(DocumentSigner(try search(leaf, list.index)), for: leaf.encoded)
        #expect(list.cache[leaf.encoded] != nil)
        for position in [0, leaf.encoded.count / 2, leaf.encoded.count - 17] {
            var other = leaf.encoded.array
            other[position] ^= 1
            #expect(list.cache[ByteSlice(other)] == nil)
        }
        #expect(list.cache[ByteSlice(leaf.encoded.array.suffix(16))] == nil)
    }
}
