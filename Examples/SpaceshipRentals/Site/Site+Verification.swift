import HTTPTypes
import Hummingbird

extension Site {
    private static let tokenHeader = HTTPField.Name("X-Form-Token")!

    private var verifier: VerifierClient {
        VerifierClient(address: settings.service, key: settings.serviceKey, policy: settings.policy)
    }

    @Sendable func showCheckout(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let trip = try trip(context) else { return try goOn(context) }
        return try pages.response(CheckoutPage(token: context.requireVisit().token, trip: trip, ways: settings.ways.joined(separator: " ")))
    }

    /// Starts a session when the button is pressed; the page gets its id and asks the browser with it.
    @Sendable func startSession(_ request: Request, _ context: SiteContext) async throws -> Response {
        let visit = try context.requireVisit()
        guard visit.itinerary != nil, visit.accepts(request.headers[Self.tokenHeader]) else { throw HTTPError(.forbidden) }
        guard let session = try? await verifier.startSession() else { throw HTTPError(.badGateway) }
        await visits.change(visit.id) {
            $0.begin(session.id)
            // A verified traveller in another window may still launch.
            if $0.evidence.traveller == nil { $0.evidence = .none }
        }
        return Response(
            status: .created, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"id":"\#(session.id)"}"#)))
    }

    /// Asks the service how a session ended: the one that the page says was answered, if it is this visit's, or the newest. The page has no other
    /// say in it.
    @Sendable func showResult(_ request: Request, _ context: SiteContext) async throws -> Response {
        let visit = try context.requireVisit()
        guard let trip = try trip(context) else { return try goOn(context) }
        if let answered = request.uri.queryParameters["session"], let session = visit.sessions.first(where: { $0 == answered }) {
            return try await show(session, visit, trip)
        }
        switch visit.evidence {
        case .verified(let traveller): return try pages.response(VerifiedPage(traveller, trip: trip, token: visit.token))
        case .unsatisfied: return try pages.response(UnverifiedPage.unsatisfied)
        case .photo(let photo): return try pages.response(PhotoReceivedPage(trip: trip, reference: photo.reference))
        case .none: break
        }
        guard let session = visit.sessions.last else { return go(to: "/checkout") }
        return try await show(session, visit, trip)
    }

    private func show(_ session: String, _ visit: Visit, _ trip: TripSummary) async throws -> Response {
        do {
            return try await settle(session, visit, trip)
        } catch let failure as ServiceFailure {
            if failure.isOfEndedSession { return try pages.response(UnverifiedPage.expired) }
            return try pages.response(UnverifiedPage.unreachable(failure.code), status: .badGateway)
        } catch {
            return try pages.response(UnverifiedPage.unreachable("service.unreachable"), status: .badGateway)
        }
    }

    private func settle(_ session: String, _ visit: Visit, _ trip: TripSummary) async throws -> Response {
        let state = try await verifier.state(of: session)
        switch state.status {
        case "verified": break
        case "refused": return try pages.response(UnverifiedPage.refused(state.refusal))
        case "expired": return try pages.response(UnverifiedPage.expired)
        default: return try pages.response(UnverifiedPage.waiting)
        }
        let result = try await verifier.result(of: session)
        let evidence = VerifiedTraveller(result).map(Evidence.verified) ?? .unsatisfied
        // The service erases its result soon, and visitors reload pages.
        await visits.change(visit.id) {
            // Another trip may have been chosen meanwhile; that one needs an answer of its own.
            guard $0.sessions.contains(session) else { return }
            $0.evidence = evidence
            $0.end(session)
        }
        guard let traveller = evidence.traveller else { return try pages.response(UnverifiedPage.unsatisfied) }
        return try pages.response(VerifiedPage(traveller, trip: trip, token: visit.token))
    }

    @Sendable func showPortrait(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let portrait = try context.requireVisit().evidence.traveller?.portrait else { throw HTTPError(.notFound) }
        return Response(
            status: .ok, headers: [.contentType: portrait.mediaType], body: ResponseBody(byteBuffer: ByteBuffer(bytes: portrait.bytes)))
    }
}
