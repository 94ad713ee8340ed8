package import CBOR
import SwiftASN1

/// The issuer's and the subject's name of a certificate in the bytes in which it carries them.
package struct CertificateNames {
    package let issuer: ArraySlice<UInt8>
    package let subject: ArraySlice<UInt8>

    /// Reads them; nil if the bytes are not a certificate.
    package init?(_ der: ByteSlice) {
        guard let node = try? DER.parse(der.bytes), case .constructed(let parts) = node.content,
            let signed = Array(parts).first, case .constructed(let content) = signed.content
        else { return nil }
        // tbsCertificate: [0] version, serialNumber, signature, issuer, validity, subject, ...; version 1 leaves [0] out.
        let nodes = Array(content.drop { $0.identifier.tagClass == .contextSpecific }.prefix(5))
        guard nodes.count == 5 else { return nil }
        issuer = nodes[2].encodedBytes
        subject = nodes[4].encodedBytes
    }
}
