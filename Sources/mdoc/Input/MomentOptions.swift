import ArgumentParser
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `--at`: the moment a command works in. The one place where the program reads the clock.
struct MomentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The moment to judge by, RFC 3339 or a date; default: now.", valueName: "time"), transform: Self.parse)
    var at: Instant?

    /// The moment given, or now.
    var moment: Instant { at ?? Self.now }

    /// The moment by the system's clock.
    static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }

    /// Reads a moment.
    static func parse(_ text: String) throws -> Instant {
        guard let instant = Instant(text) else {
            throw ValidationError("write it as 2026-06-01T12:00:00Z or 2026-06-01")
        }
        return instant
    }
}
