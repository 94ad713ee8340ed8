/// Where devices that were linked are answered: they ask without a code.
///
/// A process of its own waits for the next one, and brings its request as a user agent does.
struct LinkedDesk: Sendable {
    let launcher: DeviceLauncher

    /// Until it looks again for a link, and between two requests.
    private static let pause = Duration.seconds(2)
    /// Until it waits again, where waiting has failed.
    private static let retry = Duration.seconds(30)

    /// Waits for one device after the other, until the task is cancelled.
    ///
    /// - Parameter announce: is told the window in which the person decides.
    func run(_ announce: @Sendable (String) async -> Void) async {
        while !Task.isCancelled {
            var pause = Self.pause
            if launcher.mayBeAsked, await !isCalled(announce) { pause = Self.retry }
            try? await Task.sleep(for: pause)
        }
    }

    /// Waits for a device, and answers it; whether one has called.
    private func isCalled(_ announce: @Sendable (String) async -> Void) async -> Bool {
        guard let process = try? launcher.start() else { return false }
        defer { process.end() }
        guard (try? await process.send(.waitForLinked)) != nil else { return false }
        var hasCalled = false
        while let report = await process.report() {
            switch report {
            case .progress: hasCalled = true
            case .window(let address): await announce(address)
            case .code, .response, .answered, .declined, .failed, .links: return hasCalled
            }
        }
        return hasCalled
    }
}
