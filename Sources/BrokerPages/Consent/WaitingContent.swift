/// Something goes on by itself.
struct WaitingContent: Content {
    static let template = "waiting"

    let title: String
}
