/// Comparison of texts by their bytes, as the standard compares names. Swift's own comparison goes by canonical equivalence.
package enum ExactText {
    /// Whether two texts have the same bytes.
    package static func isSame(_ lhs: String, _ rhs: String) -> Bool {
        let (left, right) = (lhs.utf8, rhs.utf8)
        guard left.count == right.count else { return false }
        // Where it lies, which is nearly always: a text that can be changed, as `withUTF8` wants one, is a copy.
        let compared: Bool?? = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in isSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right)) }
        }
        if let compared, let isSame = compared { return isSame }
        return left.elementsEqual(right)
    }

    /// Whether a text has these bytes.
    package static func isSame(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = text.utf8
        guard text.count == bytes.count else { return false }
        return text.withContiguousStorageIfAvailable { isSame(UnsafeRawBufferPointer($0), bytes) } ?? text.elementsEqual(bytes)
    }

    /// Whether two runs of bytes are the same. Names are short: eight bytes at a time beat a call. The last eight may overlap those before.
    package static func isSame(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        guard lhs.count == rhs.count else { return false }
        guard lhs.count >= 8 else { return lhs.indices.allSatisfy { lhs[$0] == rhs[$0] } }
        let last = lhs.count - 8
        var index = 0
        while index < last {
            guard areSame(lhs, rhs, at: index) else { return false }
            index += 8
        }
        return areSame(lhs, rhs, at: last)
    }

    /// Whether eight bytes are the same.
    private static func areSame(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer, at index: Int) -> Bool {
        lhs.loadUnaligned(fromByteOffset: index, as: UInt64.self) == rhs.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}
