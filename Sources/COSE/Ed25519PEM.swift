import TextEncodings

/// PEM of an Ed25519 key, which swift-crypto neither reads nor writes.
///
/// Half of a key has one length (RFC 8410): it stands behind bytes that are always the same, and fills one line.
enum Ed25519PEM {
    /// What follows the prologue in the only block of a text; nil where it has another label or begins otherwise.
    static func key(in text: String, label: String, after prologue: [UInt8]) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 3, lines[0] == "-----BEGIN \(label)-----", lines[2] == "-----END \(label)-----" else { return nil }
        // The public half ends in one character of padding, the private one in none.
        guard lines[1].utf8.count % 4 == 0 else { return nil }
        let line = lines[1].last == "=" ? lines[1].dropLast() : lines[1]
        guard let der = Base64URL.decode(String(line.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })), der.starts(with: prologue) else { return nil }
        return Array(der.dropFirst(prologue.count))
    }

    /// The private half behind its prologue, as the only block of a text: 48 bytes, which base64 does not pad.
    static func text(_ key: [UInt8], label: String, after prologue: [UInt8]) -> String {
        let line = String(Base64URL.encode(prologue + key).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return "-----BEGIN \(label)-----\n\(line)\n-----END \(label)-----"
    }
}
