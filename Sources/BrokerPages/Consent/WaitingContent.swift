/// Something goes on by itself.
struct WaitingContent: Content {
    static let template = "waiting"

    let title: String
    var text: String?
    /// What the button says that gives it up, where the page has none.
    var cancel: String?
}
