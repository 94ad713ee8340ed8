import CAllocationCount
import MobileDocument
import RelyingParty

/// How often a verification asks for memory: a number that no other load on the machine changes, so it has bounds.
enum Allocations {
    /// A verification of a known signer's answer asks fewer times than this.
    private static let bound = 100
    private static let runs = 100

    /// Counts and prints.
    ///
    /// - Returns: whether the bounds are kept: a two-digit number, the same for every size of portrait.
    static func check() throws -> Bool {
        print("allocations per verification")
        var ofPortraits: [Int] = []
        for (name, portraitBytes) in [("0 KiB", 3), ("30 KiB", 30 * 1024), ("300 KiB", 300 * 1024)] {
            let exchange = try Exchange(Exchange.Shape(portraitBytes: portraitBytes))
            let verifier = trusting(exchange.parties)
            ofPortraits.append(count("warm-annex-c, portrait of \(name)") { exchange.isRight(exchange.verdict(verifier)) })
        }
        let exchange = try Exchange()
        let verifier = trusting(exchange.parties)
        count("warm-plaintext") { exchange.isRight(exchange.plaintextVerdict(verifier)) }
        let inApp = try InAppExchange(exchange)
        count("in-app envelope") { inApp.verdict(verifier).map(exchange.isRight) ?? false }
        let most = try Exchange(Exchange.Shape(elements: 30))
        let verifierOfMost = trusting(most.parties)
        count("warm-annex-c, 30 elements") { most.isRight(most.verdict(verifierOfMost)) }

        let isKept = ofPortraits.allSatisfy { $0 < bound && $0 == ofPortraits[0] }
        print("allocations \(isKept ? "passed" : "FAILED"): the bound is fewer than \(bound) for warm-annex-c, the same for every portrait")
        return isKept
    }

    /// Counts once everything has been done before, as in a server that has run for a while.
    @discardableResult
    private static func count(_ name: String, _ body: () -> Bool) -> Int {
        for _ in 0..<runs { guard body() else { fatalError("\(name): the result is wrong, so its count means nothing") } }
        let before = allocation_count()
        for _ in 0..<runs { _ = body() }
        let count = Int((allocation_count() - before + UInt64(runs) - 1) / UInt64(runs))
        print(padded("  " + name, 44) + "\(count)")
        return count
    }
}
