import HTTPTypes
import Hummingbird
import MobileDocument
import RelyingParty
import VerificationSessions

/// What the page's browser may do: ask for the request, post the answer, say that there is none.
///
/// Public: who may answer a session is decided by the cookie that the hand-out set. Nothing a page sends is taken for the origin, the
/// policy or a time.
struct PageRoutes {
    /// What a page says of a request without an answer.
    struct OutcomeNote: Decodable, Sendable {
        let outcome: PageOutcome
    }

    /// The reply to an answer: that it was received. What came of it is told to the website's server only.
    private static let received = Array(#"{"status":"received"}"#.utf8)

    let flow: VerificationFlow
    let body: JSONBody
    let watch: SessionWatch
    let measures: ServiceMeasures
    let clock: @Sendable () -> Instant

    func add(to group: RouterGroup<ServiceContext>) {
        group.post("sessions/:id/request") { request, context in try await step(context) { try await handOut($0, request, context) } }
        group.post("sessions/:id/response") { request, context in try await step(context) { try await answer($0, request, context) } }
        group.post("sessions/:id/outcome") { request, context in try await step(context) { try await note($0, request, context) } }
    }

    /// A step of the session that the path names.
    private func step(_ context: ServiceContext, _ body: (SessionIdentifier) async throws -> Response) async throws -> Response {
        let id = try context.sessionIdentifier()
        let response = try await context.step(of: id, in: flow) { try await body(id) }
        watch.changed(id)
        return response
    }

    private func handOut(_ id: SessionIdentifier, _ request: Request, _ context: ServiceContext) async throws -> Response {
        try checkSource(request)
        try body.discard(from: request)
        let cookie = BindingCookie(id)
        let handed = try await flow.handOut(id, to: cookie.token(in: request))
        context.correlate(handed.record.correlation)
        measures.handedOut()
        let secondsLeft = max(0, handed.record.expiresAt.secondsSinceEpoch - clock().secondsSinceEpoch)
        var response = Response.json(bytes: handed.body(secondsLeft: secondsLeft))
        if let token = handed.token { response.headers[.setCookie] = cookie.header(token, secondsLeft: secondsLeft) }
        return response
    }

    private func answer(_ id: SessionIdentifier, _ request: Request, _ context: ServiceContext) async throws -> Response {
        try checkSource(request)
        let token = try await token(of: id, request)
        let credential = try await body.readAnswer(from: request)
        let begin = ContinuousClock.now
        let settled = try await flow.answer(id, from: token, with: credential)
        context.correlate(settled.record.correlation)
        measures.settled(settled, in: ContinuousClock.now - begin)
        return .json(bytes: Self.received)
    }

    private func note(_ id: SessionIdentifier, _ request: Request, _ context: ServiceContext) async throws -> Response {
        try checkSource(request)
        let token = try await token(of: id, request)
        let note = try await body.read(OutcomeNote.self, from: request)
        try await flow.note(note.outcome, for: id, from: token)
        measures.noted(note.outcome)
        return Response(status: .noContent)
    }

    /// The token that the browser was handed. Without one nothing of the body is read: a stranger's head alone costs little.
    ///
    /// One that is made up costs its body before the store is asked. A token that could be told by itself would keep no body out: whoever has the
    /// page ask is handed a genuine one. Limits bound them all.
    private func token(of id: SessionIdentifier, _ request: Request) async throws -> BrowserToken {
        guard let token = BindingCookie(id).token(in: request) else { throw try await flow.missingToken(id) }
        return token
    }

    /// Refuses what a browser itself says comes from another site. The absence of these headers proves nothing and refuses nothing;
    /// the cookie does that.
    private func checkSource(_ request: Request) throws(Problem) {
        if let origin = request.headers[.origin], origin != flow.origin.serialized {
            throw Problem(
                .forbidden, "origin.mismatch", "this comes from another origin than \(flow.origin.serialized), which this service is configured for")
        }
        if let site = request.headers[Self.fetchSite], site != "same-origin" {
            throw Problem(
                .forbidden, "origin.mismatch", "this comes from another site than \(flow.origin.serialized), which this service is configured for")
        }
    }

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

extension HandedOutRequest {
    /// The request with the moment of its expiry, spliced into the JSON as it is stored. The seconds left, too: a visitor's clock may be set to
    /// any time.
    fileprivate func body(secondsLeft: Int64) -> [UInt8] {
        // A slice: an array of all but the last is copied byte by byte.
        let open: ArraySlice<UInt8> = request.dropLast()
        return open + Array(",\"expiresAt\":\"\(record.expiresAt)\",\"expiresIn\":\(secondsLeft)}".utf8)
    }
}
