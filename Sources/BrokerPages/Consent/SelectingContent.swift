import WalletBroker

/// The apps to select from.
struct SelectingContent: Content {
    struct App: Sendable {
        let provider, name, initial, documents: String
        let icon: String?
    }

    static let template = "selecting"

    let words: Wording
    let apps: [App]
    let hasApps: Bool

    init(_ choices: [SelectorChoice], in language: Language) {
        words = .of(language)
        hasApps = !choices.isEmpty
        apps = choices.map {
            App(
                provider: $0.provider, name: $0.displayName, initial: Picture.initial($0.displayName),
                documents: DocumentTypeNames.list($0.documentTypes, in: language), icon: Picture.address($0.icon))
        }
    }
}
