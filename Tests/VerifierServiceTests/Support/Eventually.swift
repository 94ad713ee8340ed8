import Testing

/// Waits until something is so; as long as a machine with other work to do may take.
func eventually(_ what: Comment, _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try await !isSo() {
        try #require(ContinuousClock.now < end, what)
        try await Task.sleep(for: .milliseconds(10))
    }
}
