import MobileDocument

/// CBOR that an mdoc may and may not be made of.
enum CBORCases {
    static func make() throws -> [CorpusCase] {
        var shelf = CaseShelf(.cbor)
        func bytes(_ digits: String) throws -> [UInt8] {
            guard let bytes = Hexadecimal.bytes(digits.filter { $0 != " " }) else { throw CorpusWorld.Impossible() }
            return bytes
        }
        shelf.accept("map", "A map with two keys.", [], try bytes("a2 6161 01 6162 820203"))
        shelf.accept("long-heads", "Heads longer than needed, as deployed issuers send them.", ["T1"], try bytes("b80119000119 0001"))
        shelf.accept("other-order", "Keys out of deterministic order.", ["T1"], try bytes("a2 6162 01 6161 02"))
        shelf.accept("tag-1004", "A calendar date, tag 1004.", ["T10"], try bytes("d903ec 6a323032362d30362d3031"))
        shelf.accept("unknown-tag", "A tag that nobody here knows.", ["T10"], try bytes("d9ffff 01"))
        shelf.accept("undefined", "An undefined value is well-formed.", ["T23"], try bytes("f7"))
        shelf.accept(
            "equivalent-keys", "Two keys that Unicode calls equivalent and that differ in bytes.", ["B38"], try bytes("a2 62c3a9 00 6365cc81 00"))
        shelf.accept("number-and-text-key", "A number and the text of it are two keys.", ["T46"], try bytes("a2 01 00 6131 00"))
        shelf.accept(
            "number-like-keys", "Texts of numbers as keys, in an order that JSON libraries change.", ["T46"],
            try bytes("a3 623130 00 6139 01 6132 02"))
        shelf.reject("empty", "cbor.truncated", "Nothing at all.", [], [])
        shelf.reject("trailing-byte", "cbor.trailing-bytes", "A byte follows the item.", ["B40"], try bytes("a0 00"))
        shelf.reject("duplicate-text", "cbor.duplicate-key", "A text key stands twice.", ["B38"], try bytes("a2 6161 01 6161 02"))
        shelf.reject("duplicate-integer", "cbor.duplicate-key", "An integer key stands twice.", ["B38"], try bytes("a2 01 00 01 00"))
        shelf.reject(
            "duplicate-other-head", "cbor.duplicate-key", "A key stands twice, once with a longer head.", ["B38"], try bytes("a2 01 00 1801 00"))
        shelf.reject("duplicate-nested", "cbor.duplicate-key", "A key stands twice in a map inside.", ["B38"], try bytes("81 a2 4101 00 4101 00"))
        shelf.reject("deep-arrays", "cbor.too-deep", "Ten thousand arrays, one in the other.", ["B36"], [UInt8](repeating: 0x81, count: 10_000) + [0])
        shelf.reject("deep-tags", "cbor.too-deep", "A thousand tags, one on the other.", ["B36"], [UInt8](repeating: 0xc1, count: 1_000) + [0])
        shelf.reject("huge-bytes", "cbor.truncated", "A byte string declares 2^64 - 1 bytes.", ["B37"], try bytes("5b ffffffffffffffff 00"))
        shelf.reject("huge-text", "cbor.truncated", "A text declares two gigabytes.", ["B37"], try bytes("7a 7fffffff 61"))
        shelf.reject("huge-array", "cbor.truncated", "An array declares 2^63 elements.", ["B37"], try bytes("9b 8000000000000000 00"))
        shelf.reject("huge-map", "cbor.truncated", "A map declares 2^63 entries.", ["B37"], try bytes("bb 8000000000000000 00"))
        shelf.reject("cut-off-head", "cbor.truncated", "A head's argument is cut off.", ["B37"], try bytes("19 00"))
        shelf.reject("indefinite-bytes", "cbor.indefinite-length", "A byte string of indefinite length.", ["B37", "T47"], try bytes("5f 4101 ff"))
        shelf.reject("indefinite-text", "cbor.indefinite-length", "A text in chunks.", ["B37", "T47"], try bytes("7f 6161 6162 ff"))
        shelf.reject("indefinite-array", "cbor.indefinite-length", "An array of indefinite length.", ["B37", "T47"], try bytes("9f 01 ff"))
        shelf.reject("indefinite-map", "cbor.indefinite-length", "A map of indefinite length.", ["B37", "T47"], try bytes("bf 6161 01 ff"))
        shelf.reject("reserved-head", "cbor.reserved-head", "Additional information 28.", [], try bytes("1c"))
        shelf.reject("simple", "cbor.invalid-simple", "A simple value below 32 in two bytes.", [], try bytes("f8 18"))
        shelf.reject("utf-8", "cbor.invalid-utf8", "A text that is no UTF-8.", [], try bytes("62 c328"))
        shelf.reject("surrogate", "cbor.invalid-utf8", "Half of a surrogate pair in a text.", [], try bytes("63 eda080"))
        shelf.reject("break", "cbor.unexpected-break", "A break where nothing is open.", [], try bytes("ff"))
        shelf.reject("array-key", "cbor.unsupported-key", "A map's key is an array.", ["B38"], try bytes("a1 80 00"))
        return shelf.cases
    }
}
