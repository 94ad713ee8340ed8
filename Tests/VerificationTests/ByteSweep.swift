import Foundation
import Testing

/// Other values in the place of every byte of something good, and what became of them.
///
/// By default every byte gets ten other values (each bit flipped, zero, 255); with `MDOC_MUTATIONS=all`, as `make sweeps`
/// sets it, all 255.
struct ByteSweep: Sendable {
    var changes = 0
    /// Those of the changes that flip one bit.
    var bits = 0
    var refused = 0
    var unchanged = 0
    /// The bytes of which some value changed nothing that matters.
    var unchangedAt: Set<Int> = []
    var violations: [String] = []

    private static let isExhaustive = ProcessInfo.processInfo.environment["MDOC_MUTATIONS"] == "all"

    private static func replacements(of byte: UInt8) -> [UInt8] {
        if isExhaustive { return (UInt8.min ... .max).filter { $0 != byte } }
        return Set((0..<8).map { byte ^ (1 << $0) } + [0x00, 0xff]).filter { $0 != byte }.sorted()
    }

    /// Replaces bytes by other values, one at a time, and judges each result.
    ///
    /// - Parameters:
    ///   - range: the bytes to replace; all of them without it.
    ///   - genuine: what the bytes come to as they are.
    ///   - judge: what changed bytes come to; nil where they are refused.
    static func run<Outcome: Equatable & Sendable>(
        over bytes: [UInt8], in range: Range<Int>? = nil, genuine: Outcome, judge: @escaping @Sendable ([UInt8]) -> Outcome?
    ) async -> ByteSweep {
        let positions = range ?? bytes.indices
        let workers = 4
        return await withTaskGroup(of: ByteSweep.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var sweep = ByteSweep()
                    var mutant = bytes
                    for position in stride(from: positions.lowerBound + worker, to: positions.upperBound, by: workers) {
                        for value in Self.replacements(of: bytes[position]) {
                            mutant[position] = value
                            sweep.changes += 1
                            if (value ^ bytes[position]).nonzeroBitCount == 1 { sweep.bits += 1 }
                            if let outcome = judge(mutant) {
                                if outcome == genuine {
                                    sweep.unchanged += 1
                                    sweep.unchangedAt.insert(position)
                                } else {
                                    sweep.violations.append("byte \(position) = \(value)")
                                }
                            } else {
                                sweep.refused += 1
                            }
                        }
                        mutant[position] = bytes[position]
                        // Other tests wait for these threads, some of them only for so long.
                        await Task.yield()
                    }
                    return sweep
                }
            }
            return await group.reduce(into: ByteSweep()) { sum, part in
                sum.changes += part.changes
                sum.bits += part.bits
                sum.refused += part.refused
                sum.unchanged += part.unchanged
                sum.unchangedAt.formUnion(part.unchangedAt)
                sum.violations += part.violations
            }
        }
    }

    /// Prints what came of it, and expects that every value was tried and that none was let pass for something else.
    func report(_ name: String, of bytes: some Collection<UInt8>) {
        print(
            "\(name): \(bytes.count) bytes, \(changes) single-byte changes, \(bits) of them single bits, \(refused) refused, \(unchanged) unchanged")
        let due = bytes.reduce(0) { $0 + Self.replacements(of: $1).count }
        #expect(changes == due, "\(name)")
        #expect(bits == 8 * bytes.count, "\(name)")
        #expect(violations.isEmpty, "\(name): \(violations.prefix(5))")
    }
}
