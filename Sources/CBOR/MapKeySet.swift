/// The keys of one map, compared by value, so that `01` and `1801` count as the same key.
struct MapKeySet {
    private struct Key {
        let major: UInt8
        let argument: UInt64
        let content: Range<Int>
        let offset: Int
    }

    private var keys: [Key] = []

    /// - Parameter count: how many keys are declared; the memory for a few is taken at once, more only as they come.
    init(declared count: UInt64) { keys.reserveCapacity(Int(min(count, 16))) }

    mutating func add(major: UInt8, argument: UInt64, content: Range<Int>, offset: Int) {
        keys.append(Key(major: major, argument: argument, content: content, offset: offset))
    }

    /// Throws at the second of two equal keys.
    func check(in bytes: ArraySlice<UInt8>) throws(CBORError) {
        if keys.count <= 12 {
            var second = 1
            while second < keys.count {
                for first in 0..<second where order(keys[first], keys[second], bytes) == 0 { throw duplicate(keys[second]) }
                second += 1
            }
            return
        }
        let sorted = keys.sorted { order($0, $1, bytes) < 0 }
        for index in 1..<sorted.count where order(sorted[index - 1], sorted[index], bytes) == 0 {
            throw duplicate(sorted[index - 1].offset > sorted[index].offset ? sorted[index - 1] : sorted[index])
        }
    }

    private func order(_ lhs: Key, _ rhs: Key, _ bytes: ArraySlice<UInt8>) -> Int {
        if lhs.major != rhs.major { return Int(lhs.major) - Int(rhs.major) }
        if lhs.argument != rhs.argument { return lhs.argument < rhs.argument ? -1 : 1 }
        if lhs.content.count != rhs.content.count { return lhs.content.count - rhs.content.count }
        var left = lhs.content.lowerBound
        var right = rhs.content.lowerBound
        while left < lhs.content.upperBound {
            let difference = Int(bytes[left]) - Int(bytes[right])
            if difference != 0 { return difference }
            left += 1
            right += 1
        }
        return 0
    }

    private func duplicate(_ key: Key) -> CBORError {
        CBORError(.duplicateKey, at: key.offset, "a map key occurs twice")
    }
}
