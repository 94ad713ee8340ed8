import Foundation

/// Times verifications next to the sum of their primitives. Without arguments it measures everything.
@main
struct Benchmarks {
    private static let usage = """
        usage: Benchmarks [--peers PYTHON SCRIPT]   the table, and one `ratio NAME VALUE` line for each goal
               Benchmarks --allocations             counts alone, with their bounds
               Benchmarks --memory [COUNT]          resident memory over 1,000,000 verifications
               Benchmarks --only NAME [COUNT]       one line of the table again and again, for a profiler
        """

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first ?? "", arguments.count) {
        case ("", 0): end(try measure(peers: nil))
        case ("--peers", 3): end(try measure(peers: (python: arguments[1], script: arguments[2])))
        case ("--allocations", 1): end(try Allocations.check())
        case ("--memory", 1...2): end(try ResidentMemory.check(verifications: arguments.count > 1 ? Int(arguments[1]) ?? 0 : 1_000_000))
        case ("--only", 2...3): try repeatedly(arguments[1], arguments.count > 2 ? Int(arguments[2]) ?? 0 : 20_000)
        // What the program calls itself with to take its memory.
        case ("--load", _): try PeakMemory.load(Array(arguments.dropFirst()))
        default:
            print(usage)
            exit(2)
        }
    }

    private static func end(_ isKept: Bool) {
        if !isKept { exit(1) }
    }
}

// Free functions: closures written in `main` would be bound to the main actor.

/// - Returns: whether the bounds are kept that do not depend on the machine.
private func measure(peers command: (python: String, script: String)?) throws -> Bool {
    let exchange = try Exchange()
    let hashed = try Primitives(exchange).hashedBytes
    print("response \(exchange.plain.count) bytes, \(hashed) of them hashed; medians of interleaved runs")
    Section.printHead()
    let verification = try goals(exchange).measured(warmUp: .seconds(3), time: .seconds(45))
    let peers = try command.map { try Peers(python: $0.python, script: $0.script, exchange) }
    let beside = peers.map { packages(exchange, $0.subjects).measured(warmUp: .seconds(3), time: .seconds(30)) }
    peers?.stop()
    let sizes = try shapes(exchange).measured(warmUp: .seconds(2), time: .seconds(40))
    _ = try stages(exchange).measured(warmUp: .seconds(1), time: .seconds(10))
    _ = try requests(exchange).measured(warmUp: .seconds(1), time: .seconds(10))
    _ = reading(exchange).measured(warmUp: .seconds(1), time: .seconds(8))
    _ = try primitives(exchange).measured(warmUp: .seconds(1), time: .seconds(8))
    let lists = try Loading(exchange.parties)
    _ = loading(lists).measured(warmUp: .seconds(1), time: .seconds(20))
    try PeakMemory.print(lists)
    print("")
    let isKept = try Allocations.check()

    print("")
    func ratio(_ name: String, _ first: String, to second: String, in measurement: Measurement) {
        print("ratio \(name) " + rightAligned(measurement.median(first) / measurement.median(second), 0, decimals: 3))
    }
    ratio("warm-annex-c", "warm-annex-c", to: "floor-annex-c", in: verification)
    ratio("warm-plaintext", "warm-plaintext", to: "floor-plaintext", in: verification)
    ratio("cold-annex-c", "cold-annex-c", to: "floor-cold-annex-c", in: verification)
    ratio("anchors-10000", "anchors-10000", to: "anchors-10", in: verification)
    /// What one more of something costs from the second size to the third, divided by what it costs from the first to the second.
    func linear(_ name: String, _ lines: [(size: Double, name: String)]) {
        let slopes: [Double] = zip(lines, lines.dropFirst()).map { less, more in
            (sizes.median("annex C, " + more.name) - sizes.median("annex C, " + less.name)) / (more.size - less.size)
        }
        guard slopes.allSatisfy({ $0 > 0 }) else { return print("ratio \(name) skipped: more costs less, so this machine was too busy") }
        print("ratio \(name) " + rightAligned(slopes[1] / slopes[0], 0, decimals: 3))
    }
    linear("linear-bytes", [(0, "portrait of 0 KiB"), (30, "5 elements"), (300, "portrait of 300 KiB")])
    linear("linear-elements", [(100, "100 remarks"), (200, "200 remarks"), (400, "400 remarks")])
    // Neither package keeps anything between verifications, so one time of theirs stands against warm and cold.
    for (name, peer, ours) in [
        ("openvc-core-warm", "openvc-core", "warm-plaintext"), ("openvc-core-cold", "openvc-core", "cold-plaintext"),
        ("pymdoccbor", "pymdoccbor", "warm-plaintext"),
    ] {
        if let beside, peers?.names.contains(peer) == true {
            ratio(name, peer, to: ours, in: beside)
        } else { print("ratio \(name) skipped: \(peer) is not installed") }
    }
    return isKept
}

private func repeatedly(_ name: String, _ count: Int) throws {
    let exchange = try Exchange()
    let sections = try [goals(exchange), shapes(exchange), stages(exchange), requests(exchange), reading(exchange), primitives(exchange)]
    let lists = name.contains("load-") ? [loading(try Loading(exchange.parties))] : []
    guard let subject = (sections + lists).flatMap(\.subjects).first(where: { $0.name == name }) else { fatalError("no subject \"\(name)\"") }
    for _ in 0..<count { _ = subject.run(1) }
}
