import CBOR

/// Long identifiers that nearly every message carries. As literals they need no memory of their own and no counting of
/// references; texts of up to 15 bytes never do.
enum KnownIdentifiers {
    private static let texts: [String] = [
        "org.iso.18013.5.1", "org.iso.18013.5.1.mDL", "org.iso.18013.5.1.aamva", "driving_privileges", "issuing_authority",
        "un_distinguishing_sign", "issuing_jurisdiction", "resident_address", "resident_country", "resident_postal_code",
    ]
    private static let shortest = 16

    /// The text of bytes that are known to be UTF-8, a known one where there is one.
    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        if bytes.count >= shortest {
            for text in texts where ExactText.isSame(text, bytes) { return text }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
