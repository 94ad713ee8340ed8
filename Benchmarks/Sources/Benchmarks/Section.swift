/// A part of the table: subjects that take turns with each other, and with the floors of those that have one.
struct Section {
    let title: String
    private(set) var subjects: [Subject] = []
    private var rows: [(name: String, floor: String?)] = []
    private static let nameWidth = 40

    init(_ title: String) { self.title = title }

    /// Adds a line. A floor serves several lines under its one name.
    mutating func add(_ subject: Subject, floor: Subject? = nil) {
        if let floor, !subjects.contains(where: { $0.name == floor.name }) { subjects.append(floor) }
        subjects.append(subject)
        rows.append((subject.name, floor?.name))
    }

    /// The head of the table.
    static func printHead() {
        print(padded("", nameWidth) + "  median us      p99 us    floor us    ratio")
    }

    /// Measures and prints.
    func measured(warmUp: Duration, time: Duration) -> Measurement {
        let measurement = Measurement(subjects, warmUp: warmUp, time: time)
        print("\(title) (\(measurement.rounds) rounds)")
        for row in rows {
            let median = measurement.median(row.name)
            let slow = measurement.percentile(0.99, of: row.name)
            var line = padded("  " + row.name, Self.nameWidth) + rightAligned(median, 11) + rightAligned(slow, 12)
            if let floor = row.floor {
                let least = measurement.median(floor)
                line += rightAligned(least, 12) + rightAligned(median / least, 9, decimals: 3)
            }
            print(line)
        }
        return measurement
    }
}
