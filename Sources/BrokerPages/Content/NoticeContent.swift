/// A page that only says something.
struct NoticeContent: Content {
    static let template = "notice"

    let title, text: String
}
