/// What the page's template shows. Its stored properties are the names the template knows.
struct WindowPage: Sendable {
    /// One end of a question.
    struct End: Sendable {
        let kind, title, next: String
        let isGood: Bool
    }

    let words: Wording
    /// By which the page's script asks the app; nil for a page that asks nothing.
    let secret: String?
    let ends: [End]

    init(_ words: Wording, secret: String?) {
        self.words = words
        self.secret = secret
        ends = Outcome.Kind.allCases.map { kind in
            let told = words.told(kind)
            return End(kind: kind.rawValue, title: told.title, next: told.next, isGood: kind == .berth)
        }
    }
}
