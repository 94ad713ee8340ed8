/// A spaceship for rent.
struct Ship: Sendable {
    let id: String
    let name: String
    /// What it is, in a few words.
    let kind: String
    let description: String
    let seats: Int
    /// Top speed in thousandths of the speed of light.
    let speed: Int
    /// Credits per day.
    let price: Int
    /// What the drawing shows, for those who do not see it.
    let picture: String

    static let all = [
        Ship(
            id: "heron", name: "Heron", kind: "Two-seat skiff", description: "Light, quiet and quick to turn. For a weekend out and back.",
            seats: 2, speed: 42, price: 240, picture: "A slender white skiff with swept wings passes a ringed planet."),
        Ship(
            id: "meridian", name: "Meridian", kind: "Family cruiser",
            description: "Six wide windows, a real galley, and gravity you can walk a dog in.", seats: 6, speed: 31, price: 520,
            picture: "A round-bellied cruiser with lit windows rises over a green planet."),
        Ship(
            id: "petrel", name: "Petrel", kind: "Solar sailer", description: "No engine to hear. Leaves when the light is right, and arrives rested.",
            seats: 4, speed: 18, price: 310, picture: "A small hull hangs below a tall golden sail in front of a pale sun."),
        Ship(
            id: "bison", name: "Bison", kind: "Cargo hauler", description: "Moves a household between moons. Eight pods, one patient autopilot.",
            seats: 3, speed: 22, price: 680, picture: "A sturdy hauler with eight coloured cargo pods crosses a starry sky above a grey moon."),
    ]

    static func of(_ id: String) -> Ship? { all.first { $0.id == id } }
}
