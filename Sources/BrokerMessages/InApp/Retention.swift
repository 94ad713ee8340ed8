import PresentmentRequest

/// How long an app says that it will keep a value.
package enum Retention: Sendable, Hashable {
    /// No longer than processing takes.
    case none
    /// For so many days.
    case days(Int)
    /// Without an end.
    case unlimited

    /// The most days; more is without an end.
    package static let maximumDays = Int(UInt16.max)

    /// Whether the value is kept at all.
    package var isRetaining: Bool { self != .none }

    /// The longer of two.
    package static func longer(_ lhs: Retention, _ rhs: Retention) -> Retention {
        switch (lhs, rhs) {
        case (.days(let left), .days(let right)): .days(max(left, right))
        case (.unlimited, _), (_, .unlimited): .unlimited
        case (.none, let other), (let other, .none): other
        }
    }

    func write(to writer: inout WireWriter) {
        switch self {
        case .none: writer.byte(1)
        case .days(let days):
            writer.byte(2)
            writer.short(days)
        case .unlimited: writer.byte(3)
        }
    }

    init(from reader: inout WireReader) throws(WireFault) {
        switch try reader.byte() {
        case 1: self = .none
        case 2: self = .days(try reader.short())
        case 3: self = .unlimited
        default: throw reader.fault("no such retention")
        }
    }
}
