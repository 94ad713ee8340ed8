import CBOR
import DocumentTrust
import MobileDocumentTesting
import RelyingParty

/// Trust in the sample's root among others. They are the root with another name: nobody checks a root's own signature.
struct Crowd {
    private let parties: SampleParties
    private let others: [TrustAnchor]

    /// Makes the others once.
    init(_ parties: SampleParties, others count: Int) throws {
        let root = parties.root.identity.derEncoded
        let name = Array("Utopia IACA".utf8)
        let places = root.indices.dropLast(name.count).filter { Array(root[$0..<($0 + name.count)]) == name }
        guard places.count == 2 else { fatalError("the sample's root is not named as expected") }
        self.parties = parties
        others = try (0..<count).map { number in
            var der = root
            for place in places { der.replaceSubrange(place..<(place + name.count), with: Array("U\(1_000_000_000 + number)".utf8)) }
            return TrustAnchor(try ParsedCertificate(ByteSlice(der)), provenance: "crowd")
        }
    }

    /// A verifier that trusts so many anchors, the sample's root among them.
    func verifier(anchors count: Int) throws -> Verifier {
        Verifier(trust: IssuerTrustList(Array(others.prefix(count - 1)) + (try parties.issuerTrust().anchors)))
    }
}
