/// Comparison of texts by their bytes, as the standard compares names. Swift's own comparison goes by canonical equivalence.
package enum ExactText {
    /// Whether two texts have the same bytes.
    package static func isSame(_ lhs: String, _ rhs: String) -> Bool {
        guard lhs.utf8.count == rhs.utf8.count else { return false }
        var (lhs, rhs) = (lhs, rhs)
        return lhs.withUTF8 { left in
            rhs.withUTF8 { right in isSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right)) }
        }
    }

    /// Whether a text has these bytes.
    package static func isSame(_ text: String, _ bytes: ByteSlice) -> Bool {
        var text = text
        return text.withUTF8 { left in bytes.bytes.withUnsafeBytes { right in isSame(UnsafeRawBufferPointer(left), right) } }
    }

    /// Whether two runs of bytes are the same. Names are short: eight bytes at a time beat a call.
    static func isSame(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        guard lhs.count == rhs.count else { return false }
        var index = 0
        while index + 8 <= lhs.count {
            guard lhs.loadUnaligned(fromByteOffset: index, as: UInt64.self) == rhs.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index += 8
        }
        while index < lhs.count {
            guard lhs[index] == rhs[index] else { return false }
            index += 1
        }
        return true
    }
}
