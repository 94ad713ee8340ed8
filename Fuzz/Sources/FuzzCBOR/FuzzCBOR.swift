import CBOR
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let plain = check(bytes, .mdoc)
    let complete = check(bytes, .complete)
    if let plain {
        law(complete == plain, "the strict dialect accepts what the complete one does not read alike")
        // Only definite lengths went in, so the shortest form cannot be longer.
        law(plain.count <= bytes.count, "the shortest form has \(plain.count) bytes, the input \(bytes.count)")
    }
    checkLimits(bytes)
    return 0
}

/// Everything that must hold of one input in one dialect; gives the shortest form of an accepted one.
private func check(_ bytes: [UInt8], _ dialect: CBORDialect) -> [UInt8]? {
    let outcome = Result { () throws(CBORError) in try CBORItem(bytes[...], dialect: dialect) }
    checkPlace(bytes, dialect, outcome)
    let item: CBORItem
    switch outcome {
    case .failure(let error):
        lawOffset(error, in: bytes[...])
        // The tree builder and the skipper are two walks over one grammar.
        law((try? tree(bytes, dialect)) == nil, "refused as an item (\(error)), yet read as a tree")
        return nil
    case .success(let accepted): item = accepted
    }

    law(item.encoded.array == bytes, "the item is not the bytes it was made of")
    guard let value = try? item.value(), let read = try? tree(bytes, dialect) else { fatalError("Law broken: an accepted item has no tree") }
    let encoded = value.encoded
    law(read.encoded == encoded, "two readings of one item differ")
    law(depth(value) <= CBORLimits.standard.depth, "nested deeper than the limit")
    law(!CBORDiagnosticNotation.text(of: value).isEmpty, "no notation")

    // Encoding and decoding again changes nothing any more. NaN differs from itself, so bytes are compared.
    guard let again = try? CBORItem(encoded[...]), let second = try? again.value() else {
        fatalError("Law broken: what the writer wrote is refused")
    }
    law(second.encoded == encoded, "encoding is not stable")
    law(CBORDiagnosticNotation.text(of: second) == CBORDiagnosticNotation.text(of: value), "encoding changed the value")
    return encoded
}

/// Where the bytes lie in a larger buffer changes nothing but the offsets.
private func checkPlace(_ bytes: [UInt8], _ dialect: CBORDialect, _ outcome: Result<CBORItem, CBORError>) {
    let padding: [UInt8] = [0xff, 0xff, 0xff]
    let moved = (padding + bytes + padding)[3..<(3 + bytes.count)]
    switch (outcome, Result { () throws(CBORError) in try CBORItem(moved, dialect: dialect) }) {
    case (.success(let here), .success(let there)):
        law(here == there && there.encoded.offset == 3, "an item depends on where it lies")
    case (.failure(let here), .failure(let there)):
        law(here.code == there.code && here.offset + 3 == there.offset, "an error depends on where the bytes lie: \(here), \(there)")
    default: fatalError("Law broken: acceptance depends on where the bytes lie")
    }
}

/// Tight limits accept less, never more, and hold.
private func checkLimits(_ bytes: [UInt8]) {
    let tight = CBORLimits(totalBytes: 256, depth: 3, items: 20, stringBytes: 16)
    do throws(CBORError) {
        let item = try CBORItem(bytes[...], limits: tight, dialect: .complete)
        let value = try item.value()
        law(bytes.count <= 256, "the size limit does not hold")
        law(depth(value) <= 3, "the depth limit does not hold")
        law(nodes(value) <= 20, "the item limit does not hold")
        law(longestString(value) <= 16, "the string limit does not hold")
        _ = try CBORItem(bytes[...], dialect: .complete)
    } catch {
        lawOffset(error, in: bytes[...])
        let limited: Set<CBORError.Code> = [.tooLarge, .tooDeep, .tooManyItems, .stringTooLong]
        if limited.contains(error.code) { return }
        law((try? CBORItem(bytes[...], dialect: .complete)) == nil, "tight limits refuse for another reason (\(error)) what is well formed")
    }
}

private func tree(_ bytes: [UInt8], _ dialect: CBORDialect) throws(CBORError) -> CBORValue {
    var reader = try CBORReader(bytes, dialect: dialect)
    let value = try reader.readValue()
    try reader.finish()
    return value
}

private func depth(_ value: CBORValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .map(let entries): 1 + (entries.map { max(depth($0.key), depth($0.value)) }.max() ?? 0)
    case .tagged(_, let inner): 1 + depth(inner)
    default: 0
    }
}

private func nodes(_ value: CBORValue) -> Int {
    switch value {
    case .array(let elements): 1 + elements.map(nodes).reduce(0, +)
    case .map(let entries): 1 + entries.map { nodes($0.key) + nodes($0.value) }.reduce(0, +)
    case .tagged(_, let inner): 1 + nodes(inner)
    default: 1
    }
}

private func longestString(_ value: CBORValue) -> Int {
    switch value {
    case .bytes(let bytes): bytes.count
    case .text(let text): text.utf8.count
    case .array(let elements): elements.map(longestString).max() ?? 0
    case .map(let entries): entries.map { max(longestString($0.key), longestString($0.value)) }.max() ?? 0
    case .tagged(_, let inner): longestString(inner)
    default: 0
    }
}
