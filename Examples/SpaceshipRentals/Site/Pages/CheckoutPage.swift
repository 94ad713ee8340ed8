/// The trip, and the question who flies.
struct CheckoutPage: Page {
    static let template = "checkout"

    let steps = Step.all(at: 3)
    let token: String
    let trip: TripSummary
    /// The ways to a wallet in order, as the button's attribute takes them.
    let ways: String
}
