import IdentityDocumentServices
import IdentityDocumentServicesUI
import MobileDocument

/// What is asked of one document; where that is of several namespaces, each element under the name of its own.
struct DocumentRequestView: View {
    let request: ISO18013MobileDocumentRequest.DocumentRequest
    /// The app that asks; nil where a website does.
    let app: RequestingAppInformation?
    let isOptional: Bool
    let phrases: RequestPhrases

    var body: some View {
        let nameSpaces = RequestedNameSpace.all(of: request, in: phrases.language, from: phrases.tables)
        Section(title) {
            ForEach(nameSpaces) { nameSpace in
                if nameSpaces.count > 1 {
                    Section(nameSpace.name) { rows(nameSpace.elements) }
                } else {
                    rows(nameSpace.elements)
                }
            }
        }
    }

    private func rows(_ elements: [RequestedElement]) -> some View {
        ForEach(elements) { element in
            LabeledContent(element.name, value: retention(of: element))
            ForEach(element.alternatives, id: \.self) { Text(phrases.instead($0)).font(.footnote) }
        }
    }

    /// An app says how long; a website, whether at all.
    private func retention(of element: RequestedElement) -> String {
        let reference = ISO18013MobileDocumentRequest.ElementReference(
            namespace: element.id.nameSpace.rawValue, identifier: element.id.identifier.rawValue)
        return switch app?.retention(of: reference, in: request.documentType) {
        case .days(let days)?: phrases.keptFor(days: days)
        case .unlimited?: phrases.keptIndefinitely
        case .none?: phrases.notStored
        case nil: element.isRetained ? phrases.kept : phrases.notKept
        }
    }

    private var title: String {
        let name = DocType(rawValue: request.documentType).displayName(in: phrases.language, from: phrases.tables)
        return isOptional ? "\(name) (\(phrases.optional))" : name
    }
}
