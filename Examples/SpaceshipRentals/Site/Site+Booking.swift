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
        let trip: String?
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
            $0.endSessions()
            $0.evidence = .none
            $0.clearance = nil
        }
        return go(to: "/checkout")
    }

    /// Launches with a verified traveller, on the trip that the form was made for. Whoever has shown less is led back to the checkout.
    @Sendable func launch(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await request.form(LaunchForm.self, context)
        let visit = try context.requireVisit()
        guard let itinerary = visit.itinerary else { return try goOn(context) }
        guard let traveller = visit.evidence.traveller else { return go(to: "/checkout") }
        // Another trip was chosen in another window, at another price.
        guard form.trip == itinerary.id else { return go(to: "/result") }
        let clearance = LaunchClearance(traveller, itinerary: itinerary)
        await visits.change(visit.id) {
            // Another one may have been chosen while this form was on its way.
            guard $0.itinerary?.id == itinerary.id else { return }
            $0.clearance = clearance
            $0.itinerary = nil
            // The elements have done their work.
            $0.evidence = .none
            $0.endSessions()
        }
        return go(to: "/launch")
    }

    @Sendable func showLaunch(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let clearance = try context.requireVisit().clearance else { return go(to: "/checkout") }
        return try pages.response(LaunchPage(clearance))
    }
}
