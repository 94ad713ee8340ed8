/// A ship as pages show it.
struct ShipCard: Sendable {
    let id: String
    let name: String
    let kind: String
    let description: String
    let seats: Int
    let speed: String
    let price: String
    let picture: String

    init(_ ship: Ship) {
        id = ship.id
        name = ship.name
        kind = ship.kind
        description = ship.description
        seats = ship.seats
        speed = "0.\(String(1000 + ship.speed).dropFirst()) c"
        price = Credits.text(ship.price)
        picture = ship.picture
    }
}
