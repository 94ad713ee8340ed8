import Foundation

/// What the store says after the storm, session by session, through the website's interface of both services.
struct SoakReadback: Sendable {
    /// How often each end was found.
    private(set) var ends: [String: Int] = [:]
    /// What breaks a law, one sentence each.
    private(set) var faults: [String] = []
    /// The status each session came to.
    private(set) var statuses: [String: String] = [:]

    private struct View: Decodable {
        struct Refusal: Decodable { let code: String }
        let status: String
        let refusal: Refusal?
    }

    /// What was found of one session.
    private struct Finding: Sendable {
        let id: String
        let status: String
        let end: String
        let fault: String?
    }

    private static let inFlight = 16

    /// Asks for every session.
    ///
    /// - Parameter deadline: until when a session may take to come to its end: those that were cut off take a minute.
    init(_ sessions: [TrackedSession], _ clients: [LoadClient], _ world: LoadWorld, until deadline: ContinuousClock.Instant) async {
        let findings = await Parallel.map(sessions.indices, inFlight: Self.inFlight) { index in
            await Self.find(sessions[index], status: clients[index % 2], result: clients[(index + 1) % 2], world, until: deadline)
        }
        for finding in findings {
            ends[finding.end, default: 0] += 1
            statuses[finding.id] = finding.status
            if let fault = finding.fault { faults.append("\(finding.id): \(fault)") }
        }
    }

    private static func find(
        _ session: TrackedSession, status statusClient: LoadClient, result resultClient: LoadClient, _ world: LoadWorld,
        until deadline: ContinuousClock.Instant
    ) async -> Finding {
        var view: View?
        while true {
            view = try? JSONDecoder().decode(View.self, from: await statusClient.session(session.id).body)
            let isSettled = ["verified", "refused", "expired"].contains(view?.status)
            if isSettled || ContinuousClock.now > deadline { break }
            try? await Task.sleep(for: .milliseconds(500))
        }
        guard let view else { return Finding(id: session.id, status: "unknown", end: "unknown", fault: "the store does not know it") }
        let result = await resultClient.result(session.id)
        let end = view.status + (view.refusal.map { " \($0.code)" } ?? "") + (session.acknowledgements > 0 ? ", acknowledged" : ", reply lost")
        return Finding(
            id: session.id, status: view.status, end: end, fault: fault(session, view, result, world.people[session.person]))
    }

    /// What is wrong with how a session ended; nil if nothing is.
    private static func fault(_ session: TrackedSession, _ view: View, _ result: Reply, _ person: Person) -> String? {
        if session.acknowledgements > 1 { return "it took \(session.acknowledgements) answers" }
        let isCutOff = view.refusal?.code == "session.interrupted"
        switch view.status {
        case "verified":
            if session.isForeign { return "an answer to another session was verified" }
            guard result.sort == .done, let delivered = try? JSONDecoder().decode(DeliveredResult.self, from: result.body) else {
                return "it is verified and has no result (\(result.kind))"
            }
            return delivered.belongs(to: session.id, person) ? nil : "its result is not what its wallet answered"
        case "refused" where session.isForeign || isCutOff:
            if isCutOff, session.acknowledgements > 0 { return "its answer was acknowledged and then lost" }
            return result.code == "result.none" ? nil : "it is refused and its result is \(result.kind)"
        case "refused": return "a good answer was refused with \(view.refusal?.code ?? "nothing")"
        case "expired" where session.acknowledgements == 0: return nil
        case "expired": return "its answer was acknowledged and it expired"
        default: return "it has come to no end but is \(view.status)"
        }
    }
}
