/// Permission to launch. There is one way to get it: a traveller whose document was verified.
struct LaunchClearance: Sendable {
    let itinerary: Itinerary
    /// What to call the pilot; the other verified elements are dropped with the clearance.
    let pilot: String

    init(_ traveller: VerifiedTraveller, itinerary: Itinerary) {
        self.itinerary = itinerary
        pilot = traveller.givenName ?? "traveller"
    }
}
