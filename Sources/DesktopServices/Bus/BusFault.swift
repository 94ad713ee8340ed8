/// Why something could not be had over D-Bus, in one sentence.
struct BusFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
