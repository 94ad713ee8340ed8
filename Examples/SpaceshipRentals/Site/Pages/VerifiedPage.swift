/// What was verified; from here one may launch.
struct VerifiedPage: Page {
    struct Element: Sendable {
        let name: String
        let value: String
    }

    static let template = "verified"

    let steps = Step.all(at: 3)
    let token: String
    let trip: TripSummary
    let hasPortrait: Bool
    let elements: [Element]
    let issuer: String
    let authority: String
    let validUntil: String
    let verifiedAt: String

    init(_ traveller: VerifiedTraveller, trip: TripSummary, token: String) {
        self.trip = trip
        self.token = token
        hasPortrait = traveller.portrait != nil
        elements = traveller.elements.map { Element(name: $0.name, value: $0.value) }
        issuer = Self.commonName(of: traveller.issuer)
        authority = Self.commonName(of: traveller.authority)
        validUntil = String(traveller.validUntil.prefix(10))
        verifiedAt = traveller.verifiedAt.split(separator: "T").joined(separator: ", ").replacing("Z", with: " UTC")
    }

    /// The part of a distinguished name that people read.
    private static func commonName(of name: String) -> String {
        name.firstMatch(of: /CN=([^,]+)/).map { String($0.1) } ?? name
    }
}
