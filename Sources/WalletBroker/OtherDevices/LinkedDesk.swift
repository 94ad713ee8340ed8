/// Where devices that were linked are answered: they ask without a code.
///
/// A process of its own waits for the next one, and brings its request as a user agent does.
struct LinkedDesk: Sendable {
    let launcher: DeviceLauncher
    var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Between two looks at whether there is a link.
    private static let pause = Duration.seconds(2)
    /// Until it waits again, where waiting has failed.
    private static let retry = Duration.seconds(30)

    /// Waits for one device after the other, until the task is cancelled.
    ///
    /// - Parameter announce: is told the window in which the person decides.
    func run(_ announce: @Sendable (String) async -> Void) async {
        var afterCall = CallPause()
        while !Task.isCancelled {
            var pause = Self.pause
            if launcher.mayBeAsked {
                if let ending = await answer(announce) {
                    pause = afterCall.length(after: ending, at: now())
                } else if launcher.mayBeAsked {
                    pause = Self.retry
                }
            }
            await sleep(pause)
        }
    }

    /// Waits for a device, and answers it; or until there is no link any more. How its request has ended; nil where nobody called.
    private func answer(_ announce: @Sendable (String) async -> Void) async -> CallPause.Ending? {
        guard let process = try? launcher.start() else { return nil }
        defer { process.end() }
        guard (try? await process.send(.waitForLinked)) != nil else { return nil }
        let watch = Task {
            while launcher.mayBeAsked { try await Task.sleep(for: Self.pause) }
            process.end()
        }
        defer { watch.cancel() }
        var ending: CallPause.Ending?
        while let report = await process.report() {
            switch report {
            case .progress:
                watch.cancel()
                ending = ending ?? .unseen
            case .window(let address):
                ending = .unanswered
                await announce(address)
            case .answered: return .answered
            case .code, .response, .declined, .failed, .links: return ending
            }
        }
        return ending
    }
}
