import Crypto

/// What a key is derived for (CTAP 2.2, 11.5.1): HKDF with SHA-256, the purpose as four little-endian bytes its info.
enum KeyPurpose: UInt32 {
    /// Sealing the advert.
    case advert = 1
    /// The tunnel's name.
    case tunnel = 2
    /// The key both sides bring into the handshake.
    case handshake = 3

    func derive(from secret: [UInt8], salt: [UInt8] = [], count: Int) -> SymmetricKey {
        let info = withUnsafeBytes(of: rawValue.littleEndian) { Array($0) }
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: secret), salt: salt, info: info, outputByteCount: count)
    }
}

extension SymmetricKey {
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
