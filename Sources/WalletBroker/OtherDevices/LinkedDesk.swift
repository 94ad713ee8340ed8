/// Where devices that were linked are answered: they ask without a code.
///
/// A process of its own waits for the next one, and brings its request as a user agent does.
struct LinkedDesk: Sendable {
    let launcher: DeviceLauncher

    /// Between two looks at whether there is a link.
    private static let pause = Duration.seconds(2)
    /// Until it waits again, where waiting has failed.
    private static let retry = Duration.seconds(30)

    /// How a process has ended.
    private enum Ending {
        case answered
        /// A device asked, and was declined, left or failed.
        case unanswered
        case nobodyCalled
    }

    /// Waits for one device after the other, until the task is cancelled.
    ///
    /// - Parameter announce: is told the window in which the person decides.
    func run(_ announce: @Sendable (String) async -> Void) async {
        var afterCall = CallPause()
        while !Task.isCancelled {
            var pause = Self.pause
            if launcher.mayBeAsked {
                switch await answer(announce) {
                case .answered: pause = afterCall.length(afterAnswer: true)
                case .unanswered: pause = afterCall.length(afterAnswer: false)
                case .nobodyCalled: if launcher.mayBeAsked { pause = Self.retry }
                }
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// Waits for a device, and answers it; or until there is no link any more.
    private func answer(_ announce: @Sendable (String) async -> Void) async -> Ending {
        guard let process = try? launcher.start() else { return .nobodyCalled }
        defer { process.end() }
        guard (try? await process.send(.waitForLinked)) != nil else { return .nobodyCalled }
        let watch = Task {
            while launcher.mayBeAsked { try await Task.sleep(for: Self.pause) }
            process.end()
        }
        defer { watch.cancel() }
        var ending = Ending.nobodyCalled
        while let report = await process.report() {
            switch report {
            case .progress:
                watch.cancel()
                ending = .unanswered
            case .window(let address): await announce(address)
            case .answered: return .answered
            case .code, .response, .declined, .failed, .links: return ending
            }
        }
        return ending
    }
}
