import MobileDocument

extension JSONReader {
    /// An object of which some members are wanted, each once at most: two readers might take different ones of two. Others are skipped.
    mutating func readMembers(
        _ wanted: Set<String>, _ body: (inout JSONReader, String) throws(Malformed) -> Void
    ) throws(Malformed) {
        var seen: Set<String> = []
        try readObject { reader, name throws(Malformed) in
            guard wanted.contains(name) else { return }
            guard seen.insert(name).inserted else { throw reader.malformed }
            try body(&reader, name)
        }
    }

    /// Whether some bytes are one JSON object and nothing else.
    static func isObject(_ bytes: [UInt8]) -> Bool {
        var reader = JSONReader(bytes)
        do throws(Malformed) {
            try reader.readObject { _, _ throws(Malformed) in }
            try reader.finish()
            return true
        } catch { return false }
    }
}
