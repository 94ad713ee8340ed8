import Crypto
import Foundation
import SwiftASN1

/// The picture of a logotype extension (RFC 9399, 4.1): one subject logotype, direct, a PNG that is embedded and has the hash stated.
enum LogotypePicture {
    private static let maximumBytes = 360_000
    private static let maximumPNGBytes = 262_144
    private static let prefix = "data:image/png;base64,"
    private static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    /// Signature, then the header's length and name (W3C PNG, 5.2 and 11.2.1).
    private static let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    private static let sides = 64...1024

    private struct Malformed: Error {}

    static func png(_ der: ArraySlice<UInt8>) -> [UInt8]? {
        guard der.count <= maximumBytes, let details = try? details(der) else { return nil }
        guard details.mediaType == "image/png", details.uri.hasPrefix(prefix),
            let data = Data(base64Encoded: String(details.uri.dropFirst(prefix.count))), data.count <= maximumPNGBytes
        else { return nil }
        let png = Array(data)
        return isSquare(png) && details.digest == Array(SHA256.hash(data: png)) ? png : nil
    }

    private static func isSquare(_ png: [UInt8]) -> Bool {
        guard png.starts(with: beginning), png.count >= beginning.count + 8 else { return false }
        let size = png[beginning.count..<beginning.count + 8]
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        return number(size.prefix(4)) == number(size.suffix(4)) && sides.contains(number(size.prefix(4)))
    }

    /// `LogotypeExtn { subjectLogo [2] EXPLICIT direct [0] { SEQUENCE OF { { mediaType, hashes, uris }, ... } } }`.
    private static func details(_ der: ArraySlice<UInt8>) throws -> (mediaType: String, digest: [UInt8], uri: String) {
        let subject = try only(DER.parse(der), .sequence)
        let data = try only(subject, ASN1Identifier(tagWithNumber: 2, tagClass: .contextSpecific))
        let images = try only(data, ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific))
        guard let details = try members(only(images, .sequence), .sequence, upTo: 2).first else { throw Malformed() }
        let parts = try members(details, .sequence, upTo: 3)
        guard parts.count == 3 else { throw Malformed() }
        let hash = try members(only(parts[1], .sequence), .sequence, upTo: 2)
        guard hash.count == 2, let algorithm = try members(hash[0], .sequence, upTo: 2).first,
            try ASN1ObjectIdentifier(derEncoded: algorithm) == sha256
        else { throw Malformed() }
        return (
            String(decoding: try ASN1IA5String(derEncoded: parts[0]).bytes, as: UTF8.self),
            Array(try ASN1OctetString(derEncoded: hash[1]).bytes),
            String(decoding: try ASN1IA5String(derEncoded: only(parts[2], .sequence)).bytes, as: UTF8.self)
        )
    }

    private static func only(_ node: ASN1Node, _ identifier: ASN1Identifier) throws -> ASN1Node {
        guard let member = try members(node, identifier, upTo: 1).first else { throw Malformed() }
        return member
    }

    private static func members(_ node: ASN1Node, _ identifier: ASN1Identifier, upTo limit: Int) throws -> [ASN1Node] {
        guard node.identifier == identifier, case .constructed(let members) = node.content else { throw Malformed() }
        var found: [ASN1Node] = []
        for member in members {
            guard found.count < limit else { throw Malformed() }
            found.append(member)
        }
        return found
    }
}
