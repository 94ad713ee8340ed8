/// Which addresses of status tokens are asked at all. They come from documents, so from whoever a root lets sign.
package enum StatusAddress {
    private static let maximumBytes = 2048
    private static let scheme = Array("https://".utf8)

    /// Why an address is never fetched, in a sentence that does not repeat it; nil where it may be.
    package static func fault(_ uri: String) -> String? {
        let bytes = Array(uri.utf8)
        guard bytes.count <= maximumBytes else { return "its address is longer than \(maximumBytes) bytes" }
        // The scheme is compared without regard to case (RFC 3986, 3.1); no capital letter is below 0x40.
        guard zip(bytes, scheme).allSatisfy({ ($0 < 0x40 ? $0 : $0 | 0x20) == $1 }), bytes.count > scheme.count else {
            return "its address is not an https address"
        }
        guard bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            return "its address holds characters that no address has"
        }
        let authority = bytes.dropFirst(scheme.count).prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        guard let first = authority.first, first != UInt8(ascii: ":"), !authority.contains(UInt8(ascii: "@")) else {
            return "its address names no host, or a user beside it"
        }
        return nil
    }
}
