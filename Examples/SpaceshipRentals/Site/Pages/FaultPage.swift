import HTTPTypes
import Hummingbird

/// Something is not as it should be.
struct FaultPage: Page {
    static let template = "fault"

    let steps = Step.all(at: 0)
    let title: String
    let text: String
    let status: Int

    init(status: HTTPResponse.Status) {
        self.status = status.code
        (title, text) =
            switch status {
            case .notFound: ("Nothing orbits here", "This address leads nowhere. The ships are still where they were.")
            case .forbidden: ("That form is out of date", "It was opened in another visit, or long ago. Open the page again and send it once more.")
            case .contentTooLarge: ("That is too large", "Send a smaller file.")
            case .badRequest, .unprocessableContent: ("That cannot be read", "The form arrived incomplete. Go back and send it once more.")
            default: ("Something failed on our side", "It is not your fault. Try again in a moment.")
            }
    }
}
