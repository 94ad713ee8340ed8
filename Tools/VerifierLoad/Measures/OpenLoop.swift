import Foundation

/// Work that begins when it is due, however slow what began before it is: as people come, and not as a service is free for them.
///
/// The moments are random, as those of people who know nothing of each other. Who measures from the moment that is handed in, and not from
/// when the work was begun, misses no wait: neither the service's nor one of this program.
struct OpenLoop: Sendable {
    /// How many begin in a second, on average.
    let rate: Double
    let seconds: Int

    /// Begins one after the other; returns when the last has ended.
    func run(_ work: @escaping @Sendable (_ number: Int, _ due: ContinuousClock.Instant) async -> Void) async {
        await withDiscardingTaskGroup { group in
            var due = ContinuousClock.now
            let end = due + .seconds(seconds)
            var number = 0
            while true {
                due = due + .seconds(-log(1 - Double.random(in: 0..<1)) / rate)
                guard due < end else { break }
                if ContinuousClock.now < due { try? await Task.sleep(until: due) }
                let (thisNumber, thisDue) = (number, due)
                group.addTask { await work(thisNumber, thisDue) }
                number += 1
            }
        }
    }
}
