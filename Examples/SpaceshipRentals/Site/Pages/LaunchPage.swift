/// The ship leaves.
struct LaunchPage: Page {
    static let template = "launch"

    let steps = Step.all(at: 4)
    let trip: TripSummary
    let pilot: String

    init(_ clearance: LaunchClearance) {
        trip = TripSummary(clearance.itinerary)
        pilot = clearance.pilot
    }
}
