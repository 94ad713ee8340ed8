package import IdentityDocumentServices
package import IdentityDocumentServicesUI
import MobileDocument
package import ProviderDocuments

/// Which of several alternatives answers, and the others to choose instead; or that a part is left out.
package struct OptionChoiceView: View {
    private let choice: OptionChoice
    private let alternatives: [RequestedAlternative]
    private let mayBeLeftOut: Bool
    private let phrases: RequestPhrases
    private let select: @MainActor (OptionChoice.Option.ID?) -> Void

    /// - Parameter choices: all choices among alternatives, this one among them.
    package init(
        choice: OptionChoice, among choices: [OptionChoice], of context: ISO18013MobileDocumentRequestContext, phrases: RequestPhrases,
        select: @escaping @MainActor (OptionChoice.Option.ID?) -> Void
    ) {
        self.choice = choice
        alternatives = RequestedAlternative.all(
            of: context.request.presentmentRequests[choice.id], by: context.request.requestingApp, in: phrases)
        mayBeLeftOut = choice.mayBeLeftOut(of: context, beside: choices)
        self.phrases = phrases
        self.select = select
    }

    package var body: some View {
        Section(phrases.yourChoice) {
            ForEach(choice.options) { option in
                let name = self.name(option)
                if choice.selected == nil {
                    LabeledContent(name, value: phrases.leftOut)
                    Button(phrases.include(name)) { select(option.id) }
                } else if option.id == choice.selected {
                    LabeledContent(name, value: phrases.answers)
                    if mayBeLeftOut { Button(phrases.leaveOut(name)) { select(nil) } }
                } else {
                    Button(phrases.use(name)) { select(option.id) }
                }
            }
        }
    }

    /// What the person calls it: by its number, where they are shown several. Two of one name differ by how their types are spelt.
    private func name(_ option: OptionChoice.Option) -> String {
        let title = self.title(option)
        let isShared = choice.options.count { self.title($0) == title } > 1
        return isShared ? "\(title) (\(option.documentTypes.map(\.rawValue).joined(separator: ", ")))" : title
    }

    private func title(_ option: OptionChoice.Option) -> String {
        let documents = option.documentTypes.map { $0.displayName(in: phrases.language, from: phrases.tables) }.joined(separator: ", ")
        guard alternatives.count > 1, let alternative = alternatives.first(where: { $0.positions.contains(option.id) }) else { return documents }
        return "\(phrases.option(alternative.id)): \(documents)"
    }
}
