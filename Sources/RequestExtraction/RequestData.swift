import PresentmentRequest

/// A request's data as user agents pass it: a JSON object of exactly two strings of base64url.
///
/// Read by hand, since that shape needs no decoder: values of the alphabet need no escapes, nothing is nested, and a member that
/// stands twice, of which two readers might take different ones, is refused.
struct RequestData {
    /// base64url text of the request.
    let deviceRequest: String
    /// base64url text of the encryption information; its characters enter the session transcript.
    let encryptionInfo: String

    private enum Member: String, CaseIterable {
        case deviceRequest
        case encryptionInfo
    }

    init(_ bytes: [UInt8]) throws(RequestRefusal) {
        var scanner = Scanner(bytes: bytes[...])
        var values: [Member: String] = [:]
        try scanner.expect("{")
        var isDone = scanner.accept("}")
        while !isDone {
            let name = try scanner.string(.data)
            guard let member = Member(rawValue: name) else {
                throw RequestRefusal(.data, "the data has a member other than the two it should have")
            }
            guard values[member] == nil else { throw RequestRefusal(.data, "the data has the member \(member.rawValue) twice") }
            try scanner.expect(":")
            guard scanner.isNext("\"") else { throw RequestRefusal(.memberType, "\(member.rawValue) is not a string") }
            values[member] = try scanner.string(.base64url)
            isDone = scanner.accept("}")
            if !isDone { try scanner.expect(",") }
        }
        try scanner.finish()
        deviceRequest = try Self.member(.deviceRequest, of: values)
        encryptionInfo = try Self.member(.encryptionInfo, of: values)
    }

    private static func member(_ member: Member, of values: [Member: String]) throws(RequestRefusal) -> String {
        guard let value = values[member] else { throw RequestRefusal(.missingMember, "the data has no \(member.rawValue)") }
        return value
    }
}

extension RequestData {
    /// Goes through the text once, from its beginning to its end.
    private struct Scanner {
        var bytes: ArraySlice<UInt8>

        private mutating func skipWhiteSpace() {
            while let byte = bytes.first, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { bytes.removeFirst() }
        }

        mutating func isNext(_ character: Unicode.Scalar) -> Bool {
            skipWhiteSpace()
            return bytes.first == UInt8(ascii: character)
        }

        mutating func accept(_ character: Unicode.Scalar) -> Bool {
            guard isNext(character) else { return false }
            bytes.removeFirst()
            return true
        }

        mutating func expect(_ character: Unicode.Scalar) throws(RequestRefusal) {
            guard accept(character) else {
                throw RequestRefusal(
                    .data, "the data is not a JSON object of two strings: \(character) is missing at byte \(bytes.startIndex)")
            }
        }

        /// A string of visible ASCII without escapes. Another one is neither a member's name nor base64url.
        mutating func string(_ code: RequestRefusal.Code) throws(RequestRefusal) -> String {
            try expect("\"")
            let isInside = { (byte: UInt8) in (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }
            guard let end = bytes.firstIndex(where: { !isInside($0) }) else {
                throw RequestRefusal(.data, "the data ends inside a string")
            }
            guard bytes[end] == UInt8(ascii: "\"") else {
                throw RequestRefusal(code, "a string has an escape, a space or another character it cannot have, at byte \(end)")
            }
            defer { bytes = bytes[(end + 1)...] }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }

        mutating func finish() throws(RequestRefusal) {
            skipWhiteSpace()
            guard bytes.isEmpty else { throw RequestRefusal(.data, "\(bytes.count) bytes follow the data's object") }
        }
    }
}
