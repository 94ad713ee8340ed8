package import IdentityDocumentServicesUI
import MobileDocument
package import ProviderDocuments

/// Which of several alternatives answers, and the others to choose instead.
package struct OptionChoiceView: View {
    private let choice: OptionChoice
    private let phrases: RequestPhrases
    private let select: @MainActor (OptionChoice.Option.ID) -> Void

    package init(choice: OptionChoice, phrases: RequestPhrases, select: @escaping @MainActor (OptionChoice.Option.ID) -> Void) {
        self.choice = choice
        self.phrases = phrases
        self.select = select
    }

    package var body: some View {
        Section(phrases.yourChoice) {
            ForEach(choice.options) { option in
                if option.id == choice.selected {
                    LabeledContent(name(option), value: phrases.answers)
                } else {
                    Button(phrases.use(name(option))) { select(option.id) }
                }
            }
        }
    }

    private func name(_ option: OptionChoice.Option) -> String {
        let documents = option.documentTypes.map { $0.displayName(in: phrases.language, from: phrases.tables) }
        return "\(phrases.option(option.id + 1)): \(documents.joined(separator: ", "))"
    }
}
