import CBOR

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}

/// Random trees.
enum RandomValue {
    static func make(_ generator: inout SeededGenerator, depth: Int) -> CBORValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
        case 0: return .unsigned(generator.next() >> UInt64.random(in: 0...63, using: &generator))
        case 1: return .negative(generator.next() >> UInt64.random(in: 0...63, using: &generator))
        case 2:
            return .bytes((0..<Int.random(in: 0...60, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        case 3:
            return .text(
                String(
                    (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                        "0123456789abcdefGmVk-_".randomElement(using: &generator) ?? "a"
                    }))
        case 4: return .boolean(true)
        case 5: return .float(Double(generator.next()))
        case 6: return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in make(&generator, depth: depth - 1) })
        case 7:
            return .map(
                (0..<Int.random(in: 0...4, using: &generator)).map {
                    .init(key: .unsigned(UInt64($0)), value: make(&generator, depth: depth - 1))
                })
        default: return .tagged(UInt64.random(in: 0...2000, using: &generator), make(&generator, depth: depth - 1))
        }
    }
}
