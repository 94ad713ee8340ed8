import WalletBroker

/// How a request ended.
struct EndedContent: Content {
    static let template = "ended"

    let words: Wording
    let title, text, tone: String
    let isGood: Bool

    init(_ outcome: ConsentOutcome, app: String?, host: String, in words: Wording) {
        self.words = words
        isGood = outcome == .answered
        switch outcome {
        case .answered: (title, text, tone) = (words.answered, words.answeredText.filled(app ?? "", host), "good")
        case .declined: (title, text, tone) = (words.declined, words.declinedText.filled(host), "warn")
        case .withdrawn: (title, text, tone) = (words.withdrawn, words.withdrawnText, "warn")
        case .failed(let code):
            let sentence = words.sentence(forDevice: code).map { $0 + " " } ?? ""
            (title, text, tone) = (words.failed, sentence + words.failedText.filled(code), "bad")
        }
    }
}

extension EndedContent {
    /// What was decided about a provider.
    init(_ decision: ProviderAuthorization, app: String, in words: Wording) {
        self.words = words
        isGood = decision == .authorized
        title = isGood ? words.allowed : words.refused
        text = (isGood ? words.allowedText : words.refusedText).filled(app)
        tone = isGood ? "good" : "warn"
    }
}
