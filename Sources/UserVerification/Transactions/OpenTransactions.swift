import Foundation

/// Which transactions wait for the owner. Each is verified once, within a while.
struct OpenTransactions {
    private enum Standing {
        case open(since: Date)
        case used(at: Date)

        var time: Date {
            switch self {
            case .open(let time), .used(let time): time
            }
        }
    }

    /// How long a transaction is remembered, so that it is not begun a second time.
    private static let secondsKept: TimeInterval = 3600

    private var standings: [[UInt8]: Standing] = [:]

    /// Begins one. One that is open goes on with the time it has.
    mutating func begin(_ transaction: [UInt8], at time: Date) throws(UserVerificationError) {
        standings = standings.filter { abs(time.timeIntervalSince($0.value.time)) < Self.secondsKept }
        guard standings[transaction] != nil else { return standings[transaction] = .open(since: time) }
        try check(transaction, at: time)
    }

    /// Refuses a transaction that does not wait.
    func check(_ transaction: [UInt8], at time: Date) throws(UserVerificationError) {
        switch standings[transaction] {
        case nil: throw .notBegun
        case .used: throw .used
        case .open(let since):
            // A clock that was set back does not give more time.
            guard (0...UserVerifier.secondsToVerify).contains(time.timeIntervalSince(since)) else { throw .stale }
        }
    }

    /// Uses it up.
    mutating func use(_ transaction: [UInt8], at time: Date) throws(UserVerificationError) {
        try check(transaction, at: time)
        standings[transaction] = .used(at: time)
    }
}
