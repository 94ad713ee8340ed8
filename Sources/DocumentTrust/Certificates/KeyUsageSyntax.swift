import SwiftASN1
import X509

/// Reads the key usage extension (RFC 5280, 4.2.1.3).
///
/// DER drops trailing zero bits, and swift-certificates refuses those that are there. Published roots and a deployed list
/// signer have them; what the extension says is the same with and without.
enum KeyUsageSyntax {
    private struct Malformed: Error {}

    static func read(_ der: ArraySlice<UInt8>) throws -> KeyUsage {
        let bits = try ASN1BitString(derEncoded: DER.parse(der))
        let bytes = Array(bits.bytes)
        guard bytes.count <= 2 else { throw Malformed() }
        func has(_ bit: Int) -> Bool { bit / 8 < bytes.count && bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 }
        // Nine bits have a meaning.
        guard !(9..<16).contains(where: has) else { throw Malformed() }
        return KeyUsage(
            digitalSignature: has(0), nonRepudiation: has(1), keyEncipherment: has(2), dataEncipherment: has(3), keyAgreement: has(4),
            keyCertSign: has(5), cRLSign: has(6), encipherOnly: has(7), decipherOnly: has(8))
    }
}
