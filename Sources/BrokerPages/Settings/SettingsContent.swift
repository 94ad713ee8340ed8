import UserVerification
import WalletBroker

/// Providers, and by what the owner is known.
struct SettingsContent: Content {
    struct Provider: Sendable {
        let provider, name, initial, documents, count, status, tone: String
        let icon: String?
        let canAllow, canRefuse: Bool

        init(_ setting: ProviderSetting, names: DisplayNames, in language: Language) {
            let (words, installed) = (Wording.of(language), setting.provider)
            provider = installed.name
            name = installed.displayName
            initial = Picture.initial(installed.displayName)
            documents = names.list(installed.documentTypes.sorted())
            count = words.documentCount.filled("\(setting.documentCount)")
            icon = Picture.address(installed.icon)
            canAllow = setting.authorization != .authorized
            canRefuse = setting.authorization != .refused
            switch setting.authorization {
            case .authorized: (status, tone) = (words.allowed, "good")
            case .refused: (status, tone) = (words.refused, "bad")
            case .notDetermined: (status, tone) = (words.undecided, "warn")
            }
        }
    }

    struct Way: Sendable {
        let method, name, status, tone: String
        let isSet: Bool
    }

    static let template = "settings"

    let words: Wording
    let error: String?
    /// What the owner had written as their phrase, if it was not taken.
    let phrase: String
    let providers: [Provider]
    let ways: [Way]
    let isEnrolled: Bool
    let summary: String

    init(
        _ providers: [ProviderSetting], _ enrolment: Enrolment?, names: DisplayNames, error: String?, phrase: String = "", in language: Language
    ) {
        let words = Wording.of(language)
        self.words = words
        self.error = error
        self.phrase = phrase
        self.providers = providers.map { Provider($0, names: names, in: language) }
        let way = { (method: UserVerificationMethod, name: String, isSet: Bool) in
            Way(method: method.rawValue, name: name, status: isSet ? words.isSet : words.isNotSet, tone: isSet ? "good" : "warn", isSet: isSet)
        }
        ways = [way(.passkey, words.passkey, enrolment?.passkey != nil), way(.pin, words.pin, enrolment?.hasPIN == true)]
        isEnrolled = enrolment?.isForPages == true
        summary = isEnrolled ? words.change : words.setUp
    }
}
