import CBOR

/// A text of `encryptionInfo`, and what may have been hashed in its place.
struct EncryptionInfoVariants {
    /// The encoded CBOR item that stands where the text should, with what is wrong about it.
    struct Variant {
        let encoded: [UInt8]
        let deviation: String
    }

    /// Without white space around it, which files add.
    let text: String
    let bytes: [UInt8]?

    init(_ given: String) {
        text = given.filter { !$0.isWhitespace }
        bytes = try? Base64Text.decode(Array(text.utf8)[...])
    }

    var nearMisses: [Variant] {
        var variants: [Variant] = []
        func add(_ other: String, _ deviation: String) {
            if other != text { variants.append(Variant(encoded: Self.encoded(other), deviation: deviation)) }
        }
        let bare = String(text.prefix { $0 != "=" })
        let padding = String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
        add(bare, "encryptionInfo was hashed without its padding; hash the text as the request carries it, and send none")
        add(bare + padding, "encryptionInfo was hashed with padding; hash the text as the request carries it")
        let plain = String(bare.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        add(plain, "encryptionInfo was hashed as base64 instead of base64url")
        add(plain + padding, "encryptionInfo was hashed as padded base64 instead of base64url")
        let url = String(bare.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        add(url, "encryptionInfo was hashed as base64url, though the request carries base64; send base64url")
        add(text + "\n", "encryptionInfo was hashed with a line break at its end")
        if let bytes {
            var writer = CBORWriter()
            writer.byteString(bytes)
            variants.append(
                Variant(encoded: writer.bytes, deviation: "encryptionInfo was hashed as decoded bytes; the text is what counts"))
            variants.append(
                Variant(encoded: bytes, deviation: "encryptionInfo was hashed as decoded CBOR; the text is what counts"))
        }
        return variants
    }

    static func encoded(_ text: String) -> [UInt8] {
        var writer = CBORWriter()
        writer.text(text)
        return writer.bytes
    }
}
