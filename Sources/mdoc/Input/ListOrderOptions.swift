import ArgumentParser
import MobileDocument

/// `--clock-was-fast`: whether a list may be of an earlier time than the one before it.
struct ListOrderOptions: ParsableArguments {
    @Flag(help: "Go on from a list of a later time, which nobody takes, as the clock that made it was fast.")
    var clockWasFast = false

    /// Refuses a moment before that of the last list: whoever has that one would refuse the next as an older one.
    ///
    /// - Parameters:
    ///   - last: when the last list was made.
    ///   - path: where that list is, or the record of it.
    func check(_ moment: Instant, follows last: Instant, at path: String) throws {
        guard last <= moment || clockWasFast else {
            throw CommandFailure(
                "the last list is of \(last), and whoever has it refuses one of \(moment)", at: path,
                mend: "set the clock, or give --at; if the last list's time has not come, give --clock-was-fast")
        }
    }
}
