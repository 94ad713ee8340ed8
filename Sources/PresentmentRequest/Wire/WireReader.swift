/// Reads what `WireWriter` writes. Every length is compared with the bytes that are left before anything is made of it.
package struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        position = 0
    }

    private mutating func take(_ count: Int) throws(WireFault) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - position else { throw fault("the bytes end where \(count) more are announced") }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    package func fault(_ reason: String) -> WireFault { WireFault(offset: position, reason: reason) }

    package mutating func byte() throws(WireFault) -> UInt8 {
        let bytes = try take(1)
        return bytes[bytes.startIndex]
    }

    package mutating func flag() throws(WireFault) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw fault("neither yes nor no")
        }
    }

    package mutating func short() throws(WireFault) -> Int {
        try take(2).reduce(0) { $0 << 8 | Int($1) }
    }

    package mutating func long() throws(WireFault) -> UInt64 {
        try take(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    package mutating func data() throws(WireFault) -> [UInt8] {
        let count = try take(4).reduce(0) { $0 << 8 | Int($1) }
        return Array(try take(count))
    }

    package mutating func text() throws(WireFault) -> String {
        guard let text = String(validating: try data(), as: UTF8.self) else { throw fault("a text is not UTF-8") }
        return text
    }

    /// A list: its count, at most `limit`, then that many of what `element` reads.
    package mutating func list<Element>(
        upTo limit: Int, _ element: (inout WireReader) throws(WireFault) -> Element
    ) throws(WireFault) -> [Element] {
        let count = try short()
        guard count <= limit else { throw fault("a list of \(count), at most \(limit) are accepted") }
        var list: [Element] = []
        for _ in 0..<count { list.append(try element(&self)) }
        return list
    }

    /// Makes a value whose initialiser has bounds of its own.
    package func bounded<Value>(_ make: () throws(PartialRequestFault) -> Value) throws(WireFault) -> Value {
        do { return try make() } catch { throw fault(error.description) }
    }

    package func finish() throws(WireFault) {
        guard position == bytes.endIndex else { throw fault("\(bytes.endIndex - position) bytes too many") }
    }
}
