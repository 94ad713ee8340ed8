/// Something that is timed: `prepare` runs before every run and outside of its time.
struct Subject {
    let name: String
    let run: () -> Duration

    /// A subject that needs nothing made ready.
    init(_ name: String, _ body: @escaping () -> Bool) {
        self.init(name, prepare: {}, { (_: Void) in body() })
    }

    /// A subject whose every run gets something fresh. `body` says whether its result was the right one.
    init<Input>(_ name: String, prepare: @escaping () -> Input, _ body: @escaping (Input) -> Bool) {
        self.name = name
        run = {
            let input = prepare()
            let clock = ContinuousClock()
            let begin = clock.now
            let isRight = body(input)
            let time = clock.now - begin
            guard isRight else { fatalError("\(name): the result is wrong, so its time means nothing") }
            return time
        }
    }
}

/// Medians in microseconds, all taken in one run: machines drift by some percent from minute to minute, so the subjects
/// take turns and only the ratios of their medians are to be trusted.
struct Measurement {
    private var samples: [String: [Double]] = [:]
    let rounds: Int

    init(_ subjects: [Subject], warmUp: Duration, time: Duration) {
        let clock = ContinuousClock()
        Self.turns(subjects, until: clock.now + warmUp) { _, _ in }
        var samples: [String: [Double]] = [:]
        rounds = Self.turns(subjects, until: clock.now + time) { name, duration in
            samples[name, default: []].append(Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6)
        }
        self.samples = samples.mapValues { $0.sorted() }
    }

    /// The subjects in turn, each round beginning with another one, so that none always follows the same neighbour.
    @discardableResult
    private static func turns(_ subjects: [Subject], until end: ContinuousClock.Instant, _ record: (String, Duration) -> Void) -> Int {
        var rounds = 0
        while ContinuousClock.now < end {
            for index in subjects.indices {
                let subject = subjects[(index + rounds) % subjects.count]
                record(subject.name, subject.run())
            }
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
