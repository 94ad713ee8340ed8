import IdentityDocumentServicesUI
import MobileDocument
import ProviderDocuments

/// Which of several documents answers, and the others to choose instead.
struct DocumentChoiceView: View {
    let choice: DocumentChoice
    let phrases: RequestPhrases
    let select: @MainActor (ProvisionedDocument.ID) -> Void

    var body: some View {
        Section(phrases.yourDocuments) {
            ForEach(choice.documents) { document in
                if document.id == choice.selected {
                    LabeledContent(name(document), value: phrases.answers)
                } else {
                    Button(phrases.use(name(document))) { select(document.id) }
                }
            }
        }
    }

    /// What the person calls it. Two of one name differ by the day they came, or else by the beginning of their names in storage; what a
    /// document says is not for a sheet, which passes through other programs.
    private func name(_ document: ProvisionedDocument) -> String {
        "\(document.title), \(CalendarDate(document.proofing.time)) (\(document.id.prefix(4)))"
    }
}
