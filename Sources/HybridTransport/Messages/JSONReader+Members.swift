package import MobileDocument

extension JSONReader {
    /// An object of which some members are wanted, each once at most: two readers might take different ones of two. Others are skipped.
    package mutating func readMembers(
        _ wanted: Set<String>, _ body: (inout JSONReader, String) throws(Malformed) -> Void
    ) throws(Malformed) {
        var seen: Set<String> = []
        try readObject { reader, name throws(Malformed) in
            guard wanted.contains(name) else { return }
            guard seen.insert(name).inserted else { throw reader.malformed }
            try body(&reader, name)
        }
    }

    /// `{"protocol":…,"data":…}`: what passes under a protocol, in the bytes received.
    mutating func readExchange() throws(Malformed) -> (exchangeProtocol: String, data: [UInt8]) {
        var exchangeProtocol: String?
        var data: [UInt8]?
        try readMembers(["protocol", "data"]) { reader, name throws(Malformed) in
            if name == "data" { data = Array(try reader.readEncoded()) } else { exchangeProtocol = try reader.readText() }
        }
        guard let exchangeProtocol, let data else { throw malformed }
        return (exchangeProtocol, data)
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
