/// Asks the owner to choose by what they will be known, before the first answer.
struct EnrollingContent: Content {
    static let template = "enrolling"

    let words: Wording
    let error: String?
    /// What they had written as their phrase.
    let phrase: String
}
