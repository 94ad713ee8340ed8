/// Comparison of texts by their bytes, as the standard compares names. Swift's own comparison goes by canonical equivalence.
package enum ExactText {
    /// Whether two texts have the same bytes.
    package static func isSame(_ lhs: String, _ rhs: String) -> Bool {
        guard lhs.utf8.count == rhs.utf8.count else { return false }
        // Native strings are contiguous; the slow path is for those that are not.
        return lhs.utf8.withContiguousStorageIfAvailable { left in
            rhs.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }.flatMap { $0 } ?? lhs.utf8.elementsEqual(rhs.utf8)
    }
}
