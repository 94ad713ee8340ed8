import MobileDocument
import SwiftASN1

/// A certificate with its signature `(r, s)` written as `(r, n - s)`, which verifies as well: what anybody can make of it without a key.
enum MirroredCertificate {
    struct NotMade: Error {}

    /// - Parameter order: that of the issuer's curve, as hexadecimal digits.
    static func make(of certificate: [UInt8], order: String) throws -> [UInt8] {
        guard case .constructed(let children) = try DER.parse(certificate).content else { throw NotMade() }
        let parts = Array(children)
        let bits = try ASN1BitString(derEncoded: parts[2])
        guard case .constructed(let numbers) = try DER.parse(bits.bytes).content, case .primitive(let s)? = Array(numbers).last?.content,
            let r = Array(numbers).first, let n = Hexadecimal.bytes(order)
        else { throw NotMade() }
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { certificate in
            certificate.serializeRawBytes(parts[0].encodedBytes)
            certificate.serializeRawBytes(parts[1].encodedBytes)
            var signature = DER.Serializer()
            signature.appendConstructedNode(identifier: .sequence) { inner in
                inner.serializeRawBytes(r.encodedBytes)
                inner.appendPrimitiveNode(identifier: .integer) { bytes in
                    let difference = subtracted(Array(s), from: n)
                    if difference[0] >= 0x80 { bytes.append(0) }
                    bytes += difference
                }
            }
            try ASN1BitString(bytes: signature.serializedBytes[...]).serialize(into: &certificate, withIdentifier: .bitString)
        }
        return serializer.serializedBytes
    }

    /// Digit by digit, as on paper.
    private static func subtracted(_ subtrahend: [UInt8], from minuend: [UInt8]) -> [UInt8] {
        var digits = Array(minuend.reversed()).map(Int.init)
        for (position, digit) in subtrahend.reversed().enumerated() where position < digits.count { digits[position] -= Int(digit) }
        for position in digits.indices where digits[position] < 0 {
            digits[position] += 256
            digits[position + 1] -= 1
        }
        return Array(digits.reversed().drop { $0 == 0 }).map { UInt8($0) }
    }
}
