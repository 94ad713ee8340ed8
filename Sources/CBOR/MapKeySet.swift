/// The keys of one map, compared by value, so that `01` and `1801` count as the same key.
///
/// Only where each key begins is kept; its head is read again for comparing, which nearly always takes one byte.
@usableFromInline
struct MapKeySet {
    private struct Key {
        let major: UInt8
        /// An integer's argument or a string's length.
        let argument: UInt64
        /// Where a string's content begins.
        let content: Int
    }

    /// Maps of structures are small: this many keys need no memory of their own.
    @usableFromInline var few = InlineArray<8, Int>(repeating: 0)
    @usableFromInline var many: [Int]?
    @usableFromInline var count = 0
    /// Whether no two keys so far can be the same: each has a head of one byte, and no two share a bit of `marks`.
    @usableFromInline var areDistinct = true
    /// A bit for each key so far, the same for the same bytes.
    @usableFromInline var marks: UInt64 = 0

    @inlinable
    init() {}

    /// Adds a key that was read and checked: an integer or a string of definite length.
    ///
    /// - Parameter initial: the byte at `offset`.
    @inline(__always)
    mutating func add(_ initial: UInt8, at offset: Int) {
        // Integers of one byte each have a mark of their own, strings one for each length.
        add(mark: UInt64(initial & 0x3f), at: offset)
        areDistinct = areDistinct && initial & 0x1f < 24
    }

    /// Adds a key that was read and checked; where its head is longer than one byte, the caller knows that marks tell nothing.
    ///
    /// - Parameter mark: 0 to 63, the same for the same bytes. All keys of a map that may be the same are marked in one way.
    @inline(__always)
    mutating func add(mark: UInt64, at offset: Int) {
        let bit: UInt64 = 1 &<< mark
        areDistinct = areDistinct && marks & bit == 0
        marks |= bit
        if count < few.count {
            few[count] = offset
        } else {
            if count == few.count { many = (0..<count).map { few[$0] } }
            many?.append(offset)
        }
        count += 1
    }

    /// Throws at the second of two equal keys.
    func check(in bytes: ArraySlice<UInt8>) throws(CBORError) {
        if areDistinct { return }
        guard let many else {
            for second in 0..<count {
                for first in 0..<second where areEqual(few[first], few[second], bytes) { throw duplicate(at: few[second]) }
            }
            return
        }
        // Keys in ascending order, as deterministic encoders write them, cannot repeat.
        if (1..<count).allSatisfy({ order(many[$0 - 1], many[$0], bytes) < 0 }) { return }
        let sorted = many.sorted { order($0, $1, bytes) < 0 }
        for index in 1..<count where order(sorted[index - 1], sorted[index], bytes) == 0 {
            throw duplicate(at: max(sorted[index - 1], sorted[index]))
        }
    }

    private func areEqual(_ left: Int, _ right: Int, _ bytes: ArraySlice<UInt8>) -> Bool {
        let (first, second) = (bytes[left], bytes[right])
        guard first & 0x1f < 24, second & 0x1f < 24 else { return order(left, right, bytes) == 0 }
        // Heads of one byte: they tell type and number, or type and length.
        guard first == second, first >= 0x40 else { return first == second }
        let (start, length) = (bytes.startIndex, Int(first & 0x1f))
        return bytes.withUnsafeBytes { bytes in
            func content(_ offset: Int) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(rebasing: bytes[(offset - start + 1)..<(offset - start + 1 + length)])
            }
            return ExactText.isSame(content(left), content(right))
        }
    }

    private func order(_ left: Int, _ right: Int, _ bytes: ArraySlice<UInt8>) -> Int {
        let (left, right) = (key(at: left, bytes), key(at: right, bytes))
        if left.major != right.major { return Int(left.major) - Int(right.major) }
        if left.argument != right.argument { return left.argument < right.argument ? -1 : 1 }
        guard left.major >= 2 else { return 0 }
        for index in 0..<Int(left.argument) {
            let difference = Int(bytes[left.content + index]) - Int(bytes[right.content + index])
            if difference != 0 { return difference }
        }
        return 0
    }

    private func key(at offset: Int, _ bytes: ArraySlice<UInt8>) -> Key {
        let initial = bytes[offset]
        let info = initial & 0x1f
        guard info >= 24 else { return Key(major: initial >> 5, argument: UInt64(info), content: offset + 1) }
        let content = offset + 1 + (1 << Int(info - 24))
        let argument = bytes[(offset + 1)..<content].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Key(major: initial >> 5, argument: argument, content: content)
    }

    private func duplicate(at offset: Int) -> CBORError { CBORError(.duplicateKey, at: offset, "a map key occurs twice") }
}
