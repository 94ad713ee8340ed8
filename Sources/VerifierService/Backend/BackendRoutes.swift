import HTTPTypes
import Hummingbird
import RelyingParty
import ServiceLifecycle
import VerificationSessions

/// What the website's backend may do, under `/v1`.
struct BackendRoutes {
    let flow: VerificationFlow
    let body: JSONBody
    let measures: ServiceMeasures
    let watch: SessionWatch
    let waiting: Places
    let pagePlaces: Places
    let backendPlaces: Places

    private static let longestWait = 60
    private static let heartbeat = Duration.seconds(15)

    func add(to group: RouterGroup<ServiceContext>) {
        group.post("sessions") { request, context in try await start(request, context) }
        group.post("sessions/:id/envelope") { request, context in try await answer(request, context) }
        group.get("sessions/:id") { request, context in try await session(request, context) }
        group.get("sessions/:id/result") { request, context in try await result(context) }
        group.get("sessions/:id/report") { request, context in try await report(context) }
        group.get("sessions/:id/events") { request, context in try await events(context) }
        group.delete("sessions/:id") { request, context in try await remove(context) }
    }

    private func start(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard !backendPlaces.areScarce else { throw Problem.busy }
        let wanted = try await body.readStart(from: request)
        // The steps of an app's session take places of the backend alone.
        guard wanted.inApp == true || !pagePlaces.areScarce else { throw Problem.busy }
        let policy: VerificationPolicy
        do {
            switch (wanted.policy, wanted.goals) {
            case (let name?, nil): policy = try flow.policies.policy(named: name)
            case (nil, let goals?): policy = try flow.policies.policy(goals: goals)
            default: throw Problem(.unprocessableContent, "session.policy", "give either a policy or goals")
            }
        } catch let error as PolicyError { throw FlowError.policy(error) }
        let view: SessionView
        if wanted.inApp == true {
            let started = try await flow.startInApp(policy, reference: wanted.reference)
            measures.handedOut()
            view = SessionView(started.record, status: .requested, inApp: started.transaction)
        } else {
            view = SessionView(try await flow.start(policy, reference: wanted.reference), status: .created)
        }
        context.correlate(view.correlationId)
        measures.started(policy.name)
        var response = Response.json(.created, bytes: view.json)
        response.headers[.location] = "/v1/sessions/\(view.id)"
        return response
    }

    /// The envelope an app got from the wallet.
    private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        return try await context.step(of: id, in: flow) {
            guard let envelope = try await body.read(EnvelopeBody.self, from: request).envelope else {
                throw Problem(.badRequest, "request.malformed", "encryptedData is neither base64 nor base64url")
            }
            let begin = ContinuousClock.now
            let settled = try await flow.answerInApp(id, with: envelope)
            context.correlate(settled.record.correlation)
            measures.settled(settled, in: ContinuousClock.now - begin)
            watch.changed(id)
            // Not read again: a store that fails now would hide what was written.
            return .json(bytes: SessionView(settled.settledRecord, status: settled.status).json)
        }
    }

    /// The session; with `wait`, held back until it is settled or the seconds have passed.
    private func session(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        return try await context.step(of: id, in: flow) {
            let seconds = try waitSeconds(request)
            var (record, status) = try await flow.session(id)
            context.correlate(record.correlation)
            if seconds > 0, !status.isSettled {
                guard let place = waiting.take() else { throw Problem.busy }
                defer { place.giveBack() }
                context.stopWorking()
                (record, status) = try await settled(id, within: seconds)
            }
            return .json(bytes: SessionView(record, status: status).json)
        }
    }

    /// Where a session stands once it is settled, once the seconds have passed, or once the service is to end.
    private func settled(_ id: SessionIdentifier, within seconds: Int) async throws -> (record: SessionRecord, status: SessionStatus) {
        let looks = watch.looks(at: id)
        let settled = try await withThrowingTaskGroup(of: (record: SessionRecord, status: SessionStatus)?.self) { group in
            group.addTask {
                for await look in looks.cancelOnGracefulShutdown() {
                    let look = try look.get()
                    if look.status.isSettled { return look }
                }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let settled { return settled }
        return try await flow.session(id)
    }

    private func waitSeconds(_ request: Request) throws(Problem) -> Int {
        guard let text = request.uri.queryParameters["wait"] else { return 0 }
        guard let seconds = Int(text), (0...Self.longestWait).contains(seconds) else {
            throw Problem(.unprocessableContent, "session.wait", "wait is 0 to \(Self.longestWait) seconds")
        }
        return seconds
    }

    private func result(_ context: ServiceContext) async throws -> Response {
        let result = try await flow.result(context.sessionIdentifier()) { context.correlate($0.correlation) }
        measures.delivered()
        return .json(bytes: result)
    }

    private func report(_ context: ServiceContext) async throws -> Response {
        let record = try await flow.session(context.sessionIdentifier()).record
        context.correlate(record.correlation)
        return .json(bytes: try await flow.report(of: record))
    }

    private func remove(_ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        return try await context.step(of: id, in: flow) {
            try await flow.remove(id)
            watch.changed(id)
            return Response(status: .noContent)
        }
    }

    /// Each status as a server-sent event, until the session is settled.
    private func events(_ context: ServiceContext) async throws -> Response {
        let id = try context.sessionIdentifier()
        let (record, status) = try await flow.session(id)
        context.correlate(record.correlation)
        guard let place = waiting.take() else { throw Problem.busy }
        let first = SessionView(record, status: status)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                defer { place.giveBack() }
                try await writer.write(Self.event(first))
                if !status.isSettled { try await write(watch.looks(at: id), after: first, to: &writer) }
                try await writer.finish(nil)
            })
    }

    private func write(_ looks: AsyncStream<SessionWatch.Look>, after first: SessionView, to writer: inout any ResponseBodyWriter) async throws {
        var last = first
        var lastWrite = ContinuousClock.now
        for await look in looks.cancelOnGracefulShutdown() {
            // The headers are sent, so a failing store can only end the stream; clients connect again by themselves.
            guard case .success(let (record, status)) = look else { break }
            let view = SessionView(record, status: status)
            if view != last {
                try await writer.write(Self.event(view))
                (last, lastWrite) = (view, .now)
            } else if ContinuousClock.now - lastWrite > Self.heartbeat {
                try await writer.write(ByteBuffer(string: ":\n\n"))
                lastWrite = .now
            }
            if status.isSettled { break }
        }
    }

    private static func event(_ view: SessionView) -> ByteBuffer {
        ByteBuffer(bytes: Array("event: status\ndata: ".utf8) + view.json + Array("\n\n".utf8))
    }
}
