/// The keys of one map, compared by value, so that `01` and `1801` count as the same key.
struct MapKeySet {
    private struct Key {
        /// Where the key begins.
        var offset = 0
        /// An integer's argument or a string's length.
        var argument: UInt64 = 0
        var major: UInt8 = 0
        /// Bytes of the head; a string's content follows it.
        var headBytes: UInt8 = 0

        /// Where a string's content begins.
        var content: Int { offset + Int(headBytes) }
        var isString: Bool { major >= 2 }
    }

    /// Maps of structures are small: as many keys as this need no memory of their own.
    private static let inlineCapacity = 8
    private var few = InlineArray<8, Key>(repeating: Key())
    private var many: [Key] = []
    private var count = 0

    /// Adds a key whose head stands at `offset` and ends before `content`.
    mutating func add(major: UInt8, argument: UInt64, offset: Int, content: Int) {
        let key = Key(offset: offset, argument: argument, major: major, headBytes: UInt8(content - offset))
        if count < Self.inlineCapacity {
            few[count] = key
        } else {
            if count == Self.inlineCapacity {
                many.reserveCapacity(4 * count)
                for index in 0..<count { many.append(few[index]) }
            }
            many.append(key)
        }
        count += 1
    }

    /// Throws at the second of two equal keys.
    func check(in bytes: ArraySlice<UInt8>) throws(CBORError) {
        guard count > Self.inlineCapacity else {
            for second in 0..<count {
                for first in 0..<second where order(few[first], few[second], bytes) == 0 { throw duplicate(few[second]) }
            }
            return
        }
        // Keys in ascending order, as deterministic encoders write them, cannot repeat.
        if (1..<count).allSatisfy({ order(many[$0 - 1], many[$0], bytes) < 0 }) { return }
        let sorted = many.sorted { order($0, $1, bytes) < 0 }
        for index in 1..<count where order(sorted[index - 1], sorted[index], bytes) == 0 {
            throw duplicate(sorted[index - 1].offset > sorted[index].offset ? sorted[index - 1] : sorted[index])
        }
    }

    private func order(_ lhs: Key, _ rhs: Key, _ bytes: ArraySlice<UInt8>) -> Int {
        if lhs.major != rhs.major { return Int(lhs.major) - Int(rhs.major) }
        if lhs.argument != rhs.argument { return lhs.argument < rhs.argument ? -1 : 1 }
        guard lhs.isString else { return 0 }
        for index in 0..<Int(lhs.argument) {
            let difference = Int(bytes[lhs.content + index]) - Int(bytes[rhs.content + index])
            if difference != 0 { return difference }
        }
        return 0
    }

    private func duplicate(_ key: Key) -> CBORError {
        CBORError(.duplicateKey, at: key.offset, "a map key occurs twice")
    }
}
