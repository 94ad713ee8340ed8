import HTTPTypes
import Hummingbird
import MobileDocument
import RelyingParty
import ServiceLifecycle
import VerificationSessions

/// What the website's backend may do, under `/v1`.
struct BackendRoutes {
    let flow: VerificationFlow
    let body: JSONBody
    let measures: ServiceMeasures

    private static let longestWait = 60
    private static let pollInterval = Duration.milliseconds(200)
    private static let heartbeat = Duration.seconds(15)

    func add(to group: RouterGroup<ServiceContext>) {
        group.post("sessions") { request, context in try await start(request, context) }
        group.get("sessions/:id") { request, context in try await session(request, context) }
        group.get("sessions/:id/result") { request, context in try await result(context) }
        group.get("sessions/:id/report") { request, context in try await report(context) }
        group.get("sessions/:id/events") { request, context in try await events(context) }
        group.delete("sessions/:id") { request, context in try await remove(context) }
    }

    private func start(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let wanted = try await body.read(StartBody.self, from: request)
        let policy: VerificationPolicy
        do {
            switch (wanted.policy, wanted.goals) {
            case (let name?, nil): policy = try flow.policies.policy(named: name)
            case (nil, let goals?): policy = try flow.policies.policy(goals: goals)
            default: throw Problem(.unprocessableContent, "session.policy", "give either a policy or goals")
            }
        } catch let error as PolicyError { throw FlowError.policy(error) }
        let record = try await flow.start(policy, reference: wanted.reference)
        context.correlate(record.correlation)
        measures.started(policy.name)
        var response = try Response.json(.created, value: SessionView(record, status: .created))
        response.headers[.location] = "/v1/sessions/\(record.id.rawValue)"
        return response
    }

    /// The session; with `wait`, held back until it is settled or the seconds have passed.
    private func session(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        let wait = try waitSeconds(request)
        let deadline = ContinuousClock.now + .seconds(wait)
        while true {
            let (record, status) = try await flow.session(id)
            context.correlate(record.correlation)
            if status.isSettled || ContinuousClock.now >= deadline || Task.isShuttingDownGracefully {
                return try .json(value: SessionView(record, status: status))
            }
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    private func waitSeconds(_ request: Request) throws(Problem) -> Int {
        guard let text = request.uri.queryParameters["wait"] else { return 0 }
        guard let seconds = Int(text), (0...Self.longestWait).contains(seconds) else {
            throw Problem(.unprocessableContent, "session.wait", "wait is 0 to \(Self.longestWait) seconds")
        }
        return seconds
    }

    private func result(_ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        try await correlate(id, context)
        let result = try await flow.result(id)
        measures.delivered()
        return .json(bytes: result)
    }

    private func report(_ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        try await correlate(id, context)
        return .json(bytes: try await flow.report(id))
    }

    private func remove(_ context: ServiceContext) async throws -> Response {
        try await flow.remove(try context.sessionIdentifier())
        return Response(status: .noContent)
    }

    private func correlate(_ id: SessionIdentifier, _ context: ServiceContext) async throws {
        context.correlate(try await flow.session(id).record.correlation)
    }

    /// Each status as a server-sent event, until the session is settled.
    private func events(_ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        try await correlate(id, context)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var last: SessionView?
                var lastWrite = ContinuousClock.now
                while !Task.isShuttingDownGracefully {
                    // The headers are sent, so a failing store can only end the stream; clients connect again by themselves.
                    guard let (record, status) = try? await flow.session(id) else { break }
                    let view = SessionView(record, status: status)
                    if view != last {
                        try await writer.write(ByteBuffer(string: "event: status\ndata: " + String(decoding: try Response.encoded(view), as: UTF8.self) + "\n\n"))
                        last = view
                        lastWrite = .now
                    } else if ContinuousClock.now - lastWrite > Self.heartbeat {
                        try await writer.write(ByteBuffer(string: ":\n\n"))
                        lastWrite = .now
                    }
                    if status.isSettled { break }
                    try await Task.sleep(for: Self.pollInterval)
                }
                try await writer.finish(nil)
            })
    }
}
