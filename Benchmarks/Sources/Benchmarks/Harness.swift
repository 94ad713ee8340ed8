/// Something that is timed.
struct Subject {
    let name: String
    /// Whether this process only waits meanwhile.
    let isElsewhere: Bool
    /// Runs it some times in a row; the microseconds of each.
    let run: (_ times: Int) -> [Double]

    init(_ name: String, isElsewhere: Bool = false, run: @escaping (_ times: Int) -> [Double]) {
        self.name = name
        self.isElsewhere = isElsewhere
        self.run = run
    }

    /// A subject that needs nothing made ready.
    init(_ name: String, _ body: @escaping () -> Bool) {
        self.init(name, prepare: {}, { (_: Void) in body() })
    }

    /// A subject whose every run gets something fresh, made outside of its time. `body` says whether its result was the right one.
    init<Input>(_ name: String, prepare: @escaping () -> Input, _ body: @escaping (Input) -> Bool) {
        self.init(name) { times in
            (0..<times).map { _ in
                let input = prepare()
                let clock = ContinuousClock()
                let begin = clock.now
                let isRight = body(input)
                let time = clock.now - begin
                guard isRight else { fatalError("\(name): the result is wrong, so its time means nothing") }
                return Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6
            }
        }
    }
}

/// Medians in microseconds, all taken in one run: machines drift by some percent from minute to minute, so the subjects
/// take turns and only the ratios of their medians are to be trusted.
struct Measurement {
    private var samples: [String: [Double]] = [:]
    let rounds: Int

    /// Runs of a subject in its turn: the first meets caches full of its neighbour, and the others, so the median, meet its own.
    private static let inARow = 5

    init(_ subjects: [Subject], warmUp: Duration, time: Duration) {
        let clock = ContinuousClock()
        Self.turns(subjects, until: clock.now + warmUp) { _, _ in }
        var samples: [String: [Double]] = [:]
        rounds = Self.turns(subjects, until: clock.now + time) { name, times in samples[name, default: []] += times }
        self.samples = samples.mapValues { $0.sorted() }
    }

    /// The subjects in turn, in another order each round, so that none always follows the same neighbour. Those elsewhere come last: a
    /// processor that has waited begins slowly and with cold caches.
    @discardableResult
    private static func turns(_ subjects: [Subject], until end: ContinuousClock.Instant, _ record: (String, [Double]) -> Void) -> Int {
        let (here, elsewhere) = (subjects.filter { !$0.isElsewhere }, subjects.filter(\.isElsewhere))
        var rounds = 0
        while ContinuousClock.now < end {
            for subject in here.shuffled() + elsewhere.shuffled() { record(subject.name, subject.run(inARow)) }
            rounds += 1
        }
        return rounds
    }

    /// The value that a share of the runs stayed below.
    func percentile(_ share: Double, of name: String) -> Double {
        guard let sorted = samples[name], !sorted.isEmpty else { fatalError("nothing was measured under \"\(name)\"") }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    func median(_ name: String) -> Double { percentile(0.5, of: name) }
}

func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

func rightAligned(_ value: Double, _ width: Int, decimals: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = Int((value * scale).rounded())
    let fraction = String(rounded % Int(scale))
    let text = "\(rounded / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
    return String(repeating: " ", count: max(0, width - text.count)) + text
}
