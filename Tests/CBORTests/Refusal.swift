import CBOR
import Testing
import VectorSupport

/// Reads one item by both ways, in place and as a tree.
func read(
    _ bytes: [UInt8], limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc
) throws(CBORError) -> (item: CBORItem, value: CBORValue) {
    let item = try CBORItem(bytes[...], limits: limits, dialect: dialect)
    return (item, try tree(bytes, limits: limits, dialect: dialect))
}

/// Reads one item as a tree, without checking it in place first.
func tree(
    _ bytes: [UInt8], limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc
) throws(CBORError) -> CBORValue {
    var reader = try CBORReader(bytes, limits: limits, dialect: dialect)
    let value = try reader.readValue()
    try reader.finish()
    return value
}

/// Both ways of reading must refuse the bytes for the same rule at the same place.
func expectRefused(
    _ bytes: [UInt8], _ code: CBORError.Code, at offset: Int, limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let expected = CBORError(code, at: offset, "")
    let shown = Comment(rawValue: Hex.text(bytes.prefix(40)))
    #expect(throws: expected, shown, sourceLocation: sourceLocation) {
        _ = try CBORItem(bytes[...], limits: limits, dialect: dialect)
    }
    #expect(throws: expected, shown, sourceLocation: sourceLocation) {
        _ = try tree(bytes, limits: limits, dialect: dialect)
    }
}

/// The same from hexadecimal text.
func expectRefused(
    _ hex: String, _ code: CBORError.Code, at offset: Int, limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectRefused(Hex.bytes(hex), code, at: offset, limits: limits, dialect: dialect, sourceLocation: sourceLocation)
}

/// Every kind of item with a definite length, nested.
let richItem = Hex.bytes(
    """
    a8 6161 83 01 20 1903e8 \
    6162 d818 47 a2 6161 f5 6162 f6 \
    6163 5818 000102030405060708090a0b0c0d0e0f1011121314151617 \
    01 64 c3bcc3a9 \
    20 82 f93c00 fb3ff199999999999a \
    4102 d903ec 6a 323032362d30362d3031 \
    1903e8 f7 \
    626464 a0
    """)

/// The same kinds with indefinite lengths.
let richIndefiniteItem = Hex.bytes("bf 6161 9f 01 02 ff 6162 5f 4101 420203 ff 6163 7f 6161 62c3bc ff 6164 bf 01 02 ff ff")
