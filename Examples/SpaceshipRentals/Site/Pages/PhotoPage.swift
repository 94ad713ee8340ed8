/// The form for people without a digital document.
struct PhotoPage: Page {
    static let template = "photo"

    let steps = Step.all(at: 3)
    let token: String
    let trip: TripSummary
    let requirements = PhotoRequirements.sentences
    /// Why the last photo was not taken.
    let fault: String?
    let code: String?

    init(_ trip: TripSummary, token: String, fault: PhotoFault?) {
        self.trip = trip
        self.token = token
        self.fault = fault?.sentence
        code = fault?.rawValue
    }
}
