import TextEncodings

/// The curve in the PEM of a private key in PKCS#8 (RFC 5958, RFC 5480), over which swift-crypto passes.
///
/// It reads a key on another curve whose numbers have as many bytes, such as brainpoolP256r1 or secp256k1, as one on P-256: another key, whose public
/// half belongs to nobody.
package enum PKCS8PEM {
    /// `SEQUENCE { id-ecPublicKey, curve }`.
    private static let algorithms: [EllipticCurve: [UInt8]] = [
        .p256: [0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07],
        .p384: [0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22],
        .p521: [0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23],
    ]
    /// `INTEGER 0`, which stands before it.
    private static let version: [UInt8] = [0x02, 0x01, 0x00]
    /// Characters of base64 in which all of that lies.
    private static let characters = 40

    /// Whether a text that swift-crypto reads as a private key on a curve names that curve. That of a key in SEC 1 it compares itself.
    package static func names(_ curve: EllipticCurve, in text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == "-----BEGIN PRIVATE KEY-----" else { return true }
        guard let algorithm = algorithms[curve], let der = lines.dropFirst().first.flatMap({ beginning(of: $0) }), der.count > 1 else { return false }
        let lengthBytes = der[1] < 0x80 ? 1 : 1 + Int(der[1] & 0x7F)
        return der.dropFirst(1 + lengthBytes).starts(with: version + algorithm)
    }

    private static func beginning(of line: Substring) -> [UInt8]? {
        Base64URL.decode(String(line.prefix(characters).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
    }
}
