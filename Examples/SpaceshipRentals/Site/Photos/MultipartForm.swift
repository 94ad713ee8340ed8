/// A form as browsers send it with a file (RFC 7578). Names and one level of parts; nothing else is in use.
struct MultipartForm: Sendable {
    struct Part: Sendable {
        let name: String
        let content: ArraySlice<UInt8>
    }

    /// Most parts that are read.
    static let maximumParts = 8
    private static let maximumHeaderBytes = 2048

    let parts: [Part]

    /// Reads a body.
    ///
    /// - Parameter contentType: the value of the `Content-Type` header, which names the boundary.
    init?(_ body: [UInt8], contentType: String) {
        guard let boundary = Self.boundary(in: contentType) else { return nil }
        // A line break before the first boundary makes it look like every other.
        let body = Array("\r\n".utf8) + body
        let delimiter = Array("\r\n--\(boundary)".utf8)
        guard var end = Self.firstRange(of: delimiter, in: body[...])?.upperBound else { return nil }
        var parts: [Part] = []
        while !body[end...].starts(with: "--".utf8) {
            guard body[end...].starts(with: "\r\n".utf8), parts.count < Self.maximumParts,
                let next = Self.firstRange(of: delimiter, in: body[end...]), let part = Self.part(body[end..<next.lowerBound])
            else { return nil }
            parts.append(part)
            end = next.upperBound
        }
        self.parts = parts
    }

    /// The content of the part with a name.
    subscript(_ name: String) -> ArraySlice<UInt8>? { parts.first { $0.name == name }?.content }

    private static func boundary(in contentType: String) -> String? {
        let pieces = contentType.split(separator: ";").map { $0.drop { $0 == " " } }
        guard pieces.first?.lowercased() == "multipart/form-data", let parameter = pieces.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let value = parameter.dropFirst("boundary=".count).filter { $0 != "\"" }
        guard (1...70).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return value
    }

    /// Reads the lines before the empty one, and takes what follows as it is.
    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        guard let headerEnd = firstRange(of: Array("\r\n\r\n".utf8), in: bytes.prefix(maximumHeaderBytes)) else { return nil }
        let lines = String(decoding: bytes[..<headerEnd.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let disposition = lines.first(where: { $0.lowercased().hasPrefix("content-disposition: form-data;") }),
            let name = quoted("name", in: disposition)
        else { return nil }
        return Part(name: name, content: bytes[headerEnd.upperBound...])
    }

    private static func quoted(_ parameter: String, in header: Substring) -> String? {
        for piece in header.split(separator: ";") {
            let piece = piece.drop { $0 == " " }
            guard piece.hasPrefix("\(parameter)=\""), piece.hasSuffix("\"") else { continue }
            return String(piece.dropFirst(parameter.count + 2).dropLast())
        }
        return nil
    }

    /// Where a pattern first stands. `memmem` in shape: the first byte is looked for, then the rest compared.
    private static func firstRange(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        var start = bytes.startIndex
        while let place = bytes[start...].firstIndex(of: pattern[0]) {
            if bytes[place...].starts(with: pattern) { return place..<(place + pattern.count) }
            start = place + 1
        }
        return nil
    }
}
