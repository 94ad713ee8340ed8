import SwiftASN1
import X509

/// The CRL distribution points extension (RFC 5280 4.2.1.13) in the only shape 18013-5 Annex B allows: one point, a URI,
/// neither reasons nor a CRL issuer.
struct CRLDistributionPoints: CertificateExtensionConvertible {
    /// `id-ce-cRLDistributionPoints`
    static let identifier: ASN1ObjectIdentifier = [2, 5, 29, 31]

    /// Where the list is published.
    let uri: String

    /// - Throws: ``IssuingError`` with code `issuer.crlDistributionPoint` unless the text is an http or https URI.
    init(uri: String) throws(IssuingError) {
        guard let scheme = InternetName.scheme(ofURI: uri), scheme == "http" || scheme == "https" else {
            throw IssuingError(.crlDistributionPoint, "\"\(uri)\" is not an http or https URI")
        }
        self.uri = uri
    }

    func makeCertificateExtension() throws -> Certificate.Extension {
        let zero = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        var serializer = DER.Serializer()
        // SEQUENCE OF DistributionPoint { distributionPoint [0] CHOICE { fullName [0] GeneralNames } }: the outer [0] is
        // explicit because it holds a CHOICE, the inner one replaces the tag of the sequence of names.
        try serializer.appendConstructedNode(identifier: .sequence) { points in
            try points.appendConstructedNode(identifier: .sequence) { point in
                try point.appendConstructedNode(identifier: zero) { name in
                    try name.appendConstructedNode(identifier: zero) { fullName in
                        try fullName.serialize(GeneralName.uniformResourceIdentifier(uri))
                    }
                }
            }
        }
        return .init(oid: Self.identifier, critical: false, value: serializer.serializedBytes[...])
    }
}
