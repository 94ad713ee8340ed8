import IdentityDocumentServices
import IdentityDocumentServicesUI
import IdentityElements

/// Which app asks, for whose server, what for, and where those who keep data say what they do with them.
struct RequestingAppView: View {
    let app: RequestingAppInformation
    /// The types of document that the app asks for.
    let documentTypes: Set<String>
    let phrases: RequestPhrases

    var body: some View {
        Text(phrases.title(app.name)).font(.title)
        LabeledContent(phrases.app, value: app.identifier)
        if !app.purpose.isEmpty { LabeledContent(phrases.purpose, value: app.purpose) }
        LabeledContent(phrases.recipient, value: app.merchantIdentifier)
        ForEach(app.privacyPolicies, id: \.self) { policy in
            LabeledContent("\(phrases.privacyPolicy) (\(policy.party))", value: policy.address)
        }
        if !app.omittedWords.isEmpty { Text(phrases.omitted(omittedNames.joined(separator: ", "))).font(.footnote) }
    }

    /// What the words mean that were left out: the elements that they bring together with what is restricted by law, each name once. A word that
    /// no table knows stands for itself.
    private var omittedNames: [String] {
        var names: [String] = []
        for word in app.omittedWords {
            let brought = phrases.tables.documents.values.filter { documentTypes.contains($0.docType) }.sorted { $0.docType < $1.docType }
                .map { $0.elements(of: IdentityElement(word)) }
            let omitted = brought.filter { $0.contains { phrases.tables.sensitivity(of: $0) == .restricted } }.flatMap { $0 }
            let shown = omitted.isEmpty ? [word] : omitted.map { phrases.tables.displayName(of: $0, in: phrases.language) }
            for name in shown where !names.contains(name) { names.append(name) }
        }
        return names
    }
}
