extension RandomNumberGenerator {
    /// Random bytes, eight from each number: the system's generator is asked for every number anew, by a call into the kernel.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count { withUnsafeBytes(of: (next() as UInt64).littleEndian) { bytes.append(contentsOf: $0) } }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
