/// An itinerary as pages show it.
struct TripSummary: Sendable {
    let id: String
    let ship: ShipCard
    let destination: String
    let note: String
    let days: Int
    let window: String
    let travellers: String
    let price: String
    let total: String

    init(_ itinerary: Itinerary) {
        id = itinerary.id
        ship = ShipCard(itinerary.ship)
        destination = itinerary.destination.name
        note = itinerary.destination.note
        days = itinerary.destination.days
        window = itinerary.window
        travellers = itinerary.travellers == 1 ? "1 traveller" : "\(itinerary.travellers) travellers"
        price = Credits.text(itinerary.ship.price)
        total = Credits.text(itinerary.total)
    }
}
