import Crypto
import DocumentTrust
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The logotype extension (RFC 9399, 4.1) with one subject logotype whose picture is embedded as a `data:` URI (RFC 2397), so
/// that showing it needs no network and tells nobody who is asked.
struct LogotypeExtension: CertificateExtensionConvertible {
    let icon: BrandIcon

    private static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]

    func makeCertificateExtension() throws -> Certificate.Extension {
        let subjectLogo = ASN1Identifier(tagWithNumber: 2, tagClass: .contextSpecific)
        let direct = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        var serializer = DER.Serializer()
        // LogotypeExtn { subjectLogo [2] EXPLICIT CHOICE { direct [0] IMPLICIT LogotypeData { image SEQUENCE OF LogotypeImage } } }
        try serializer.appendConstructedNode(identifier: .sequence) { logotypes in
            try logotypes.appendConstructedNode(identifier: subjectLogo) { subject in
                try subject.appendConstructedNode(identifier: direct) { data in
                    try data.appendConstructedNode(identifier: .sequence) { images in
                        try images.appendConstructedNode(identifier: .sequence) { try details(into: &$0) }
                    }
                }
            }
        }
        return .init(oid: ReaderCertificateExtension.logotype, critical: false, value: serializer.serializedBytes[...])
    }

    /// `LogotypeDetails { mediaType, logotypeHash SEQUENCE OF HashAlgAndValue, logotypeURI SEQUENCE OF IA5String }`.
    private func details(into image: inout DER.Serializer) throws {
        try image.appendConstructedNode(identifier: .sequence) { details in
            try details.serialize(ASN1IA5String("image/png"))
            try details.appendConstructedNode(identifier: .sequence) { hashes in
                try hashes.appendConstructedNode(identifier: .sequence) { hash in
                    try hash.appendConstructedNode(identifier: .sequence) { try $0.serialize(Self.sha256) }
                    try hash.serialize(ASN1OctetString(contentBytes: Array(SHA256.hash(data: icon.png))[...]))
                }
            }
            try details.appendConstructedNode(identifier: .sequence) { places in
                try places.serialize(ASN1IA5String("data:image/png;base64," + Data(icon.png).base64EncodedString()))
            }
        }
    }
}
