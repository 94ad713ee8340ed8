import Foundation

/// What a soak saw, phase by phase, and the sessions it must find again.
actor SoakTally {
    private(set) var phases: [PhaseTally] = []
    private(set) var sessions: [String: TrackedSession] = [:]
    /// Replies no client could make anything of.
    private(set) var fouls: [String] = []

    func begin(_ phase: String) {
        let now = ContinuousClock.now
        if !phases.isEmpty { phases[phases.count - 1].end = now }
        phases.append(PhaseTally(name: phase, begin: now))
    }

    func end() { if !phases.isEmpty { phases[phases.count - 1].end = .now } }

    func track(_ session: TrackedSession) {
        sessions[session.id] = session
        phases[phases.count - 1].sessions += 1
    }

    /// Takes note of a reply.
    ///
    /// - Parameters:
    ///   - step: what was asked, such as `post`.
    ///   - allowed: codes with which this step may be refused here.
    func note(_ reply: Reply, of step: String, allowed: Set<String>, took duration: Duration) {
        let last = phases.count - 1
        phases[last].replies["\(step)  \(reply.kind)", default: 0] += 1
        phases[last].slowest = max(phases[last].slowest, duration)
        switch reply.sort {
        case .done, .retry: break
        case .refused where reply.code.map(allowed.contains) ?? false: break
        // An answer whose outcome could not be written any more says so with a 500 of this one code.
        case .foul where reply.code == "session.interrupted" && allowed.contains("session.interrupted"): break
        case .refused, .foul: fouls.append("\(step): \(reply.kind)")
        }
    }

    /// Replies with which the proxy said that no service answered it, in the worst of the phases of one name.
    func proxyFailures(in phase: String) -> Int {
        let counts = phases.filter { $0.name == phase }.map { $0.replies.filter { $0.key.hasSuffix(" of the proxy") }.values.reduce(0, +) }
        return counts.max() ?? 0
    }

    func acknowledged(_ id: String) {
        sessions[id]?.acknowledgements += 1
        phases[phases.count - 1].acknowledged += 1
    }

    // MARK: Printing

    private static let columns = ["200", "409", "503", "502/504", "refused", "broken", "other"]

    /// The column of the table a reply to a post is counted in.
    private static func column(of kind: String) -> String {
        switch kind {
        case "200", "409 session.used": String(kind.prefix(3))
        case "connection refused": "refused"
        case "connection broken": "broken"
        case "502 of the proxy", "504 of the proxy": "502/504"
        default: kind.hasPrefix("503 ") ? "503" : "other"
        }
    }

    /// The phases as a table of the replies to posts.
    var table: String {
        func row(_ cells: [String]) -> String {
            cells[0].padding(toLength: 40, withPad: " ", startingAt: 0)
                + cells.dropFirst().map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
        }
        var lines = [row(["phase", "seconds", "sessions"] + Self.columns + ["slowest"])]
        for phase in phases {
            var counts: [String: Int] = [:]
            for (key, count) in phase.replies where key.hasPrefix("post  ") { counts[Self.column(of: String(key.dropFirst(6))), default: 0] += count }
            let seconds = ((phase.end ?? .now) - phase.begin) / .seconds(1)
            lines.append(
                row(
                    [phase.name, String(format: "%.1f", seconds), String(phase.sessions)] + Self.columns.map { String(counts[$0] ?? 0) }
                        + [String(format: "%.1f s", phase.slowest / .seconds(1))]))
        }
        return lines.joined(separator: "\n")
    }

    /// Every kind of reply with its number, over all phases.
    var kinds: String {
        phases.reduce(into: [String: Int]()) { $0.merge($1.replies, uniquingKeysWith: +) }
            .sorted { $0.key < $1.key }
            .map { "  " + $0.key.padding(toLength: 44, withPad: " ", startingAt: 0) + String($0.value) }.joined(separator: "\n")
    }
}
