import CBOR

extension CBORReader {
    /// Longest name, identifier or address in a list, in bytes. Each is printed and kept.
    private static let maximumBytes = 1024

    /// A text that is neither empty nor longer than names, identifiers and addresses are.
    mutating func readShortText() throws(CBORError) -> String {
        let start = offset
        guard let text = try readTextIfAny() else { throw CBORError(.invalidValue, at: start, "the text is empty") }
        return text
    }

    /// A text of an optional member; providers send empty ones for what they do not know, which counts as absent.
    mutating func readTextIfAny() throws(CBORError) -> String? {
        let start = offset
        let text = try readText()
        guard text.utf8.count <= Self.maximumBytes else {
            throw CBORError(.invalidValue, at: start, "a text of \(text.utf8.count) bytes, at most \(Self.maximumBytes) are accepted")
        }
        return text.isEmpty ? nil : text
    }
}
