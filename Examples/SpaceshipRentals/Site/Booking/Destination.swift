/// Where a ship can be taken.
struct Destination: Sendable {
    let id: String
    let name: String
    let note: String
    /// Days there and back.
    let days: Int

    static let all = [
        Destination(id: "orbit", name: "Low orbit", note: "Sixteen sunrises a day", days: 2),
        Destination(id: "meridian", name: "Port Meridian, the Moon", note: "Craters, cafés, long shadows", days: 5),
        Destination(id: "lagrange", name: "Lagrange Gardens", note: "Orchards at the balance point", days: 9),
        Destination(id: "ceres", name: "Ceres Market", note: "Ice, spices and spare parts", days: 24),
    ]

    static func of(_ id: String) -> Destination? { all.first { $0.id == id } }
}
