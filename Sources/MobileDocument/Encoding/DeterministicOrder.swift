/// Order of text keys in a deterministic map: by encoded bytes, so shorter first, then byte by byte (RFC 8949, 4.2.1).
enum DeterministicOrder {
    static func precedes(_ lhs: String, _ rhs: String) -> Bool {
        let left = lhs.utf8.count
        let right = rhs.utf8.count
        return left == right ? lhs.utf8.lexicographicallyPrecedes(rhs.utf8) : left < right
    }
}
