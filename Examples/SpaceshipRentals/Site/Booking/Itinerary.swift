/// A ship, where it goes, when, and with how many people.
struct Itinerary: Sendable {
    /// Times of day at which the harbour opens, in UTC.
    static let launchWindows = ["06:40", "11:15", "18:30"]

    /// Tells this choice from every other, the same one made again included.
    let id = RandomText.make(bytes: 12)
    let ship: Ship
    let destination: Destination
    let window: String
    let travellers: Int

    /// Refuses what is not on offer; the form offers nothing else.
    init?(ship: String, destination: String, window: String, travellers: Int) {
        guard let ship = Ship.of(ship), let destination = Destination.of(destination), Self.launchWindows.contains(window),
            (1...ship.seats).contains(travellers)
        else { return nil }
        self.ship = ship
        self.destination = destination
        self.window = window
        self.travellers = travellers
    }

    /// Credits for the whole trip.
    var total: Int { ship.price * destination.days }
}
