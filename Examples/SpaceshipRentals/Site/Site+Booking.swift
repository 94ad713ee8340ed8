import Hummingbird

extension Site {
    private struct ItineraryForm: GuardedForm {
        let token: String
        let ship: String
        let destination: String
        let window: String
        let travellers: Int
    }

    private struct LaunchForm: GuardedForm {
        let token: String
    }

    @Sendable func showItinerary(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let ship = request.uri.queryParameters["ship"].flatMap({ Ship.of(String($0)) }) else { return go(to: "/") }
        return try pages.response(ItineraryPage(ship, token: context.requireVisit().token))
    }

    /// Begins a trip; what was shown for an earlier one counts no more.
    @Sendable func chooseItinerary(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(ItineraryForm.self, context)
        guard let itinerary = Itinerary(ship: form.ship, destination: form.destination, window: form.window, travellers: form.travellers)
        else { throw HTTPError(.badRequest) }
        await visits.change(try context.requireVisit().id) {
            $0.itinerary = itinerary
            $0.session = nil
            $0.evidence = .none
            $0.clearance = nil
        }
        return go(to: "/checkout")
    }

    /// Launches with a verified traveller. Whoever has shown less is led back to the checkout.
    @Sendable func launch(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await request.form(LaunchForm.self, context)
        let visit = try context.requireVisit()
        guard let traveller = visit.evidence.traveller, let itinerary = visit.itinerary else { return go(to: "/checkout") }
        let clearance = LaunchClearance(traveller, itinerary: itinerary)
        await visits.change(visit.id) {
            $0.clearance = clearance
            // The elements have done their work.
            $0.evidence = .none
        }
        return go(to: "/launch")
    }

    @Sendable func showLaunch(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let clearance = try context.requireVisit().clearance else { return go(to: "/checkout") }
        return try pages.response(LaunchPage(clearance))
    }
}
