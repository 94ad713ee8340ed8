import SwiftASN1
package import X509

/// Reads the key usage extension (RFC 5280, 4.2.1.3), also with zero bits at its end, which DER leaves out and published
/// roots have. What it says is the same either way.
package enum KeyUsageSyntax {
    /// The usages; nil if the value is no bit string of them.
    package static func read(_ der: ArraySlice<UInt8>) -> KeyUsage? {
        guard let bits = bits(der), bits.bytes.count <= 2 else { return nil }
        func has(_ position: Int) -> Bool {
            position / 8 < bits.bytes.count && bits.bytes[bits.bytes.startIndex + position / 8] & (0x80 >> (position % 8)) != 0
        }
        // Nine bits have a meaning.
        guard !(9..<16).contains(where: has) else { return nil }
        return KeyUsage(
            digitalSignature: has(0), nonRepudiation: has(1), keyEncipherment: has(2), dataEncipherment: has(3), keyAgreement: has(4),
            keyCertSign: has(5), cRLSign: has(6), encipherOnly: has(7), decipherOnly: has(8))
    }

    /// Whether the value ends with a bit that is set, as DER has it (X.690, 11.2.2).
    package static func isShortest(_ der: ArraySlice<UInt8>) -> Bool {
        guard let bits = bits(der) else { return false }
        guard let last = bits.bytes.last else { return true }
        return last != 0 && last.trailingZeroBitCount == bits.paddingBits
    }

    private static func bits(_ der: ArraySlice<UInt8>) -> ASN1BitString? {
        (try? DER.parse(der)).flatMap { try? ASN1BitString(derEncoded: $0) }
    }
}
