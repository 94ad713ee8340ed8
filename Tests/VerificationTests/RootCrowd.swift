import CBOR
import Crypto
import DocumentTrust

/// Roots that differ from a real one in some bytes: a name, or a key identifier. Nobody checks a root's own signature.
enum RootCrowd {
    /// The key of the real one, and so of them all.
    static let key = P256.Signing.PrivateKey()
    /// The real one's name.
    static let place = "CN=U1000000000,C=UT"

    /// Ten thousand roots of other names, U1000000001 to U1000010000. They are made once, for whoever asks first, since reading so many takes long.
    static let ofOtherNames: Task<[TrustAnchor], any Error> = Task {
        try await RootCrowd.make(replacing: Array("U1000000000".utf8), count: 10_000) { Array("U\(1_000_000_001 + $0)".utf8) }
    }

    /// Makes roots.
    ///
    /// - Parameters:
    ///   - part: what stands in the real one twice: a root is its own issuer, and names its own key as its issuer's.
    ///   - other: as many bytes, for the number of a root.
    static func make(replacing part: [UInt8], count: Int, by other: (Int) -> [UInt8]) async throws -> [TrustAnchor] {
        let template = try CertificateMaker.authority(place).make(key: key).encoded.array
        let places = template.indices.dropLast(part.count).filter { Array(template[$0..<($0 + part.count)]) == part }
        guard places.count == 2 else { throw World.Unavailable() }
        var crowd: [TrustAnchor] = []
        for number in 0..<count {
            var der = template
            for place in places { der.replaceSubrange(place..<(place + part.count), with: other(number)) }
            crowd.append(TrustAnchor(try ParsedCertificate(ByteSlice(der)), provenance: "crowd"))
            // Other tests wait for this thread.
            if number.isMultiple(of: 20) { await Task.yield() }
        }
        return crowd
    }
}
