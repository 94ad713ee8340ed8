import MobileDocument

/// What a file holds once its text form is recognised: hex, base64, base64url, PEM, JSON or plain bytes.
enum DecodedInput {
    /// One PEM block.
    struct Block {
        let label: String
        let content: [UInt8]
    }

    case bytes([UInt8])
    case pem(Block)
    case json

    /// Recognises the form.
    init(_ content: [UInt8]) {
        guard let text = String(validating: content, as: UTF8.self), text.allSatisfy({ $0.isASCII }) else {
            self = .bytes(content)
            return
        }
        let compact = text.filter { !$0.isWhitespace }
        if let block = Self.pemBlock(text) {
            self = .pem(block)
        } else if compact.hasPrefix("{") || compact.hasPrefix("[") {
            self = .json
        } else if !compact.isEmpty, let bytes = Hexadecimal.bytes(compact) {
            self = .bytes(bytes)
        } else if !compact.isEmpty, let bytes = Self.base64(compact) {
            self = .bytes(bytes)
        } else {
            self = .bytes(content)
        }
    }

    private static func base64(_ text: some StringProtocol) -> [UInt8]? {
        var characters = text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        while characters.last == "=" { characters.removeLast() }
        return Base64URL.decode(String(characters))
    }

    private static func pemBlock(_ text: String) -> Block? {
        guard let begin = text.firstRange(of: "-----BEGIN "), let mark = text[begin.upperBound...].firstRange(of: "-----") else { return nil }
        let label = String(text[begin.upperBound..<mark.lowerBound])
        guard let end = text[mark.upperBound...].firstRange(of: "-----END \(label)-----"),
            let content = base64(text[mark.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
        else { return nil }
        return Block(label: label, content: content)
    }
}
