import IdentityDocumentServices
import IdentityDocumentServicesUI
import MobileDocument

/// What is asked of one document.
struct DocumentRequestView: View {
    let request: ISO18013MobileDocumentRequest.DocumentRequest
    let isOptional: Bool
    let phrases: RequestPhrases

    var body: some View {
        Section(title) {
            ForEach(RequestedElement.all(of: request, in: phrases.language)) { element in
                LabeledContent(element.name, value: element.isRetained ? phrases.kept : phrases.notKept)
                ForEach(element.alternatives, id: \.self) { Text(phrases.instead($0)).font(.footnote) }
            }
        }
    }

    private var title: String {
        let name = DocType(rawValue: request.documentType).displayName(in: phrases.language)
        return isOptional ? "\(name) (\(phrases.optional))" : name
    }
}
