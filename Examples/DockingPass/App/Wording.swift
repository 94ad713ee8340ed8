/// What the app says, in one language.
struct Wording: Sendable {
    /// What came of a question, and what to do next.
    struct Told: Sendable {
        let title, next: String
    }

    let language: String
    /// Why the app asks; the wallet shows it.
    let usageDescription: String
    let heading, intro, asked, age, yesOrNo, portrait, toKnowYou, notKept: String
    let waiting, needsScript, alreadyOpen, footer: String
    /// The number takes the place of `%`.
    let berth: Told
    let unverified, tooYoung, officeAway, declined, noDocument, notEntitled, otherProgram, busy, failed, unconfirmed, unusable, gone: Told

    func told(_ kind: Outcome.Kind) -> Told {
        switch kind {
        case .berth: berth
        case .unverified: unverified
        case .tooYoung: tooYoung
        case .officeAway: officeAway
        case .declined: declined
        case .noDocument: noDocument
        case .notEntitled: notEntitled
        case .otherProgram: otherProgram
        case .busy: busy
        case .failed: failed
        case .unconfirmed: unconfirmed
        case .unusable: unusable
        case .gone: gone
        }
    }

    /// The first language that a browser names and the app knows, else English. Browsers name the one they like best first.
    static func preferred(by header: String?) -> Wording {
        let tags = (header ?? "").split(separator: ",").map { tag in
            tag.drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
        }
        let known = [english, japanese, korean, portuguese]
        return tags.lazy.compactMap { tag in known.first { $0.language == tag } }.first ?? english
    }
}
