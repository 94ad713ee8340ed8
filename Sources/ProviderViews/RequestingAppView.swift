import IdentityDocumentServices
import IdentityDocumentServicesUI

/// Which app asks, for whose server, what for, and where those who keep data say what they do with them.
struct RequestingAppView: View {
    let app: RequestingAppInformation
    let phrases: RequestPhrases

    var body: some View {
        Text(phrases.title(app.name)).font(.title)
        LabeledContent(phrases.app, value: app.identifier)
        if !app.purpose.isEmpty { LabeledContent(phrases.purpose, value: app.purpose) }
        LabeledContent(phrases.recipient, value: app.merchantIdentifier)
        ForEach(app.privacyPolicies, id: \.self) { policy in
            LabeledContent("\(phrases.privacyPolicy) (\(policy.party))", value: policy.address)
        }
        if !app.omittedWords.isEmpty { Text(phrases.omitted(app.omittedWords.joined(separator: ", "))).font(.footnote) }
    }
}
