/// Asks whether a provider may present documents.
struct AuthorizationContent: Content {
    struct DocumentType: Sendable {
        let name, identifier: String
    }

    static let template = "authorization"

    let words: Wording
    let title, initial, program: String
    let icon: String?
    let types: [DocumentType]

    init(_ setting: ProviderSetting, in language: Language) {
        words = .of(language)
        title = words.authorizeTitle.filled(setting.displayName)
        initial = Picture.initial(setting.displayName)
        program = setting.program
        icon = Picture.address(setting.icon)
        types = setting.documentTypes.map { DocumentType(name: DocumentTypeNames.name(of: $0, in: language), identifier: $0) }
    }
}
