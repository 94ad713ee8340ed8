import HTTPTypes
import Hummingbird

extension Site {
    private static let tokenHeader = HTTPField.Name("X-Form-Token")!

    private var verifier: VerifierClient {
        VerifierClient(address: settings.service, key: settings.serviceKey, policy: settings.policy)
    }

    @Sendable func showCheckout(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let trip = try trip(context) else { return go(to: "/") }
        return try pages.response(CheckoutPage(token: context.requireVisit().token, trip: trip, ways: settings.ways.joined(separator: " ")))
    }

    /// Starts a session when the button is pressed; the page gets its id and asks the browser with it.
    @Sendable func startSession(_ request: Request, _ context: SiteContext) async throws -> Response {
        let visit = try context.requireVisit()
        guard visit.itinerary != nil, visit.accepts(request.headers[Self.tokenHeader]) else { throw HTTPError(.forbidden) }
        guard let session = try? await verifier.startSession() else { throw HTTPError(.badGateway) }
        await visits.change(visit.id) {
            $0.session = session.id
            $0.evidence = .none
        }
        return Response(
            status: .created, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"id":"\#(session.id)"}"#)))
    }

    /// Asks the service how the session ended. The page has no say in it: it only leads here.
    @Sendable func showResult(_ request: Request, _ context: SiteContext) async throws -> Response {
        let visit = try context.requireVisit()
        guard let trip = try trip(context) else { return go(to: "/") }
        switch visit.evidence {
        case .verified(let traveller): return try pages.response(VerifiedPage(traveller, trip: trip, token: visit.token))
        case .unsatisfied: return try pages.response(UnverifiedPage.unsatisfied)
        case .photo(let photo): return try pages.response(PhotoReceivedPage(trip: trip, reference: photo.reference))
        case .none: break
        }
        guard let session = visit.session else { return go(to: "/checkout") }
        do {
            return try await settle(session, visit, trip)
        } catch let failure as ServiceFailure {
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
            // Another session may have begun meanwhile; its answer is another answer.
            guard $0.session == session else { return }
            $0.evidence = evidence
            $0.session = nil
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
