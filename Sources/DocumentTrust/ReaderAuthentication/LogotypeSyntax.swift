import Crypto
import MobileDocument
import SwiftASN1

/// Reads the logotype extension (RFC 9399, 4.1) as far as a consent sheet needs it: one subject logotype, direct, with one
/// picture that is embedded.
enum LogotypeSyntax {
    private static let maximumBytes = 360_000
    private static let prefix = "data:image/png;base64,"
    private static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]

    static func icon(_ der: ArraySlice<UInt8>) throws(ReaderCertificateFault) -> BrandIcon {
        guard der.count <= maximumBytes else { throw .logotypeSize }
        let details: (mediaType: String, hashes: [ASN1Node], uri: String)
        do { details = try read(der) } catch { throw .logotypeStructure }
        guard details.mediaType == "image/png", details.uri.hasPrefix(prefix), let png = decode(details.uri.dropFirst(prefix.count)) else {
            throw .logotypeNotEmbedded
        }
        let digest = Array(SHA256.hash(data: png))
        guard (try? hash(details.hashes)) == digest else { throw .logotypeHash }
        do { return try BrandIcon(png: png) } catch { throw .icon(error) }
    }

    private static func read(_ der: ArraySlice<UInt8>) throws -> (mediaType: String, hashes: [ASN1Node], uri: String) {
        func only(_ node: ASN1Node) throws -> ASN1Node {
            let members = try DERFields.sequence(node, limit: 1, orThrow: .logotypeStructure)
            guard members.count == 1 else { throw DERFields.Malformed() }
            return members[0]
        }
        // LogotypeExtn { subjectLogo [2] EXPLICIT LogotypeInfo }, LogotypeInfo = direct [0] IMPLICIT LogotypeData.
        let info = try DERFields.tagged(only(DER.parse(der)), 2)
        // LogotypeData { image SEQUENCE OF LogotypeImage }, of which there is one, with its details alone or with their size.
        let image = try only(DERFields.tagged(info, 0))
        guard let imageDetails = try DERFields.sequence(image, limit: 2, orThrow: .logotypeStructure).first else { throw DERFields.Malformed() }
        let details = try DERFields.sequence(imageDetails, limit: 3, orThrow: .logotypeStructure)
        guard details.count == 3 else { throw DERFields.Malformed() }
        let mediaType = String(decoding: try ASN1IA5String(derEncoded: details[0]).bytes, as: UTF8.self)
        let hashes = try DERFields.sequence(details[1], limit: 4, orThrow: .logotypeStructure)
        let uri = String(decoding: try ASN1IA5String(derEncoded: only(details[2])).bytes, as: UTF8.self)
        return (mediaType, hashes, uri)
    }

    /// The picture's SHA-256 among its hashes.
    private static func hash(_ nodes: [ASN1Node]) throws -> [UInt8]? {
        for node in nodes {
            let members = try DERFields.sequence(node, limit: 2, orThrow: .logotypeHash)
            guard members.count == 2, let algorithm = try DERFields.sequence(members[0], limit: 2, orThrow: .logotypeHash).first else {
                throw DERFields.Malformed()
            }
            if try ASN1ObjectIdentifier(derEncoded: algorithm) == sha256 { return Array(try ASN1OctetString(derEncoded: members[1]).bytes) }
        }
        return nil
    }

    /// Base64 with its padding (RFC 4648, 4).
    private static func decode(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count % 4 == 0, !text.utf8.contains(UInt8(ascii: "-")), !text.utf8.contains(UInt8(ascii: "_")) else { return nil }
        var characters = Array(text.utf8)
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        for index in characters.indices {
            if characters[index] == UInt8(ascii: "+") { characters[index] = UInt8(ascii: "-") }
            if characters[index] == UInt8(ascii: "/") { characters[index] = UInt8(ascii: "_") }
        }
        return Base64URL.decode(String(decoding: characters, as: UTF8.self))
    }
}
