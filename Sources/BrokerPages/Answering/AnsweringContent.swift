/// Asks for the code that another device shows.
struct AnsweringContent: Content {
    static let template = "answering"

    let words: Wording
    let error, code: String?

    /// - Parameter code: why the last one was not answered.
    init(error code: String?, in words: Wording) {
        self.words = words
        self.code = code
        error = code.map { words.sentence(forDevice: $0) ?? words.notNow.filled($0) }
    }
}
