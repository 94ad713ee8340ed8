/// A photo was taken in. It says what that is not.
struct PhotoReceivedPage: Page {
    static let template = "photo-received"

    let steps = Step.all(at: 3)
    let trip: TripSummary
    let label = ReceivedPhoto.label
    let reference: String
}
