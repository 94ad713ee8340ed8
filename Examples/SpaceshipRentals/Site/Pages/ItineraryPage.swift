/// Where to, when, and with how many.
struct ItineraryPage: Page {
    struct Choice: Sendable {
        let value: String
        let name: String
        let note: String
        let days: String
        let price: String
        let isChosen: Bool
    }

    static let template = "itinerary"

    let steps = Step.all(at: 2)
    let token: String
    let ship: ShipCard
    let destinations: [Choice]
    let windows: [Choice]
    let travellers: [Choice]

    init(_ ship: Ship, token: String) {
        self.token = token
        self.ship = ShipCard(ship)
        destinations = Destination.all.enumerated().map { index, place in
            Choice(
                value: place.id, name: place.name, note: place.note,
                days: "\(place.days) days", price: "\(Credits.text(place.days * ship.price)) credits", isChosen: index == 0)
        }
        windows = Itinerary.launchWindows.enumerated().map { Choice(value: $1, name: $1, note: "", days: "", price: "", isChosen: $0 == 0) }
        travellers = (1...ship.seats).map {
            Choice(value: String($0), name: $0 == 1 ? "1 traveller" : "\($0) travellers", note: "", days: "", price: "", isChosen: $0 == 1)
        }
    }
}
