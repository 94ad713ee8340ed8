import Testing

/// Waits until something is so; as long as a machine with other work to do may take.
func eventually(_ what: Comment, _ isSo: () async throws -> Bool) async throws {
    // Rounds are counted, and no time: on a slow machine each takes longer.
    var rounds = 0
    while try await !isSo() {
        try #require(rounds < 12_000, what)
        rounds += 1
        try await Task.sleep(for: .milliseconds(10))
    }
}
