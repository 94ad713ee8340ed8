import Foundation

/// How many wrong PINs are taken, and how long the next one waits. It counts tries that were begun, so a crash is no extra try.
enum TryLimit {
    /// The most tries without a right one between them.
    static let tries = 10

    /// Seconds to wait after so many tries.
    static func delay(after tries: Int) -> TimeInterval {
        switch tries {
        case ..<3: 0
        case 3: 30
        case 4: 60
        case 5: 300
        case 6: 900
        default: 3600
        }
    }
}
