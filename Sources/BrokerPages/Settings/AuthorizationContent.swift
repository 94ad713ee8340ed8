import TextEncodings
import WalletBroker

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

    init(_ provider: InstalledProvider, names: DisplayNames, in language: Language) {
        words = .of(language)
        title = words.authorizeTitle.filled(provider.displayName)
        initial = Picture.initial(provider.displayName)
        program = provider.program.escapingInvisible
        icon = Picture.address(provider.icon)
        types = provider.documentTypes.sorted().map { DocumentType(name: names.name(of: $0), identifier: $0) }
    }
}
