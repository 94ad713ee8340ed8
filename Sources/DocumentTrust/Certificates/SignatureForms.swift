import MobileDocument
import SwiftASN1

/// The forms in which one ECDSA signature of a certificate verifies: beside `(r, s)` also `(r, n - s)`, where `n` is the order of the
/// curve (FIPS 186-5, 6.4). Whoever has one can make the other without any key, so a fingerprint of the certificate alone names neither.
enum SignatureForms {
    /// Orders of P-256, P-384 and P-521 (NIST SP 800-186, 3.2.1).
    private static let orders: [[UInt8]] = [
        Hexadecimal.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
        Hexadecimal.bytes("ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
        Hexadecimal.bytes(
            "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
    ].compactMap { $0 }

    /// DER of a certificate with its signature in the other form; none where that is no ECDSA signature.
    ///
    /// The curve is that of the issuer's key, which the certificate does not name, so there is one for each curve.
    static func others(of certificate: ArraySlice<UInt8>) -> [[UInt8]] {
        guard let parts = (try? DER.parse(certificate)).flatMap(CertificateSyntax.children), parts.count == 3,
            let bits = try? ASN1BitString(derEncoded: parts[2]), let numbers = (try? DER.parse(bits.bytes)).flatMap(CertificateSyntax.children),
            numbers.count == 2, case .primitive(let s) = numbers[1].content
        else { return [] }
        return orders.compactMap { order in difference(order, s.drop { $0 == 0 }) }.map { s in
            let signature = element(0x30, Array(numbers[0].encodedBytes) + element(0x02, (s[0] >= 0x80 ? [0] : []) + s))
            return element(0x30, Array(parts[0].encodedBytes) + parts[1].encodedBytes + element(0x03, [0] + signature))
        }
    }

    /// `minuend - subtrahend` without leading zeros; nil where that is not positive. Both are unsigned, most significant byte first.
    private static func difference(_ minuend: [UInt8], _ subtrahend: ArraySlice<UInt8>) -> [UInt8]? {
        guard subtrahend.count <= minuend.count else { return nil }
        var result = minuend
        var borrow = 0
        let missing = minuend.count - subtrahend.count
        for position in minuend.indices.reversed() {
            let taken = position < missing ? 0 : Int(subtrahend[subtrahend.startIndex + position - missing])
            let left = Int(minuend[position]) - taken - borrow
            borrow = left < 0 ? 1 : 0
            result[position] = UInt8(truncatingIfNeeded: left)
        }
        let significant = result.drop { $0 == 0 }
        return borrow == 0 && !significant.isEmpty ? Array(significant) : nil
    }

    /// A DER element (X.690, 8.1).
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        let length = withUnsafeBytes(of: content.count.bigEndian) { Array($0.drop { $0 == 0 }) }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
