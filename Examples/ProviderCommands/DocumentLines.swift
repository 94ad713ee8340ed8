import DocumentTrust
import IdentityDocumentServices
import MobileDocument
public import ProviderDocuments

/// What a terminal shows of documents.
public enum DocumentLines {
    /// One document in two lines; nothing of its content.
    public static func summary(_ document: ProvisionedDocument) -> String {
        let binding = document.ownerEnrolment == nil ? "bound to nobody yet: enrol a PIN or a passkey, then use rebind" : "bound to the machine's owner"
        return """
            \(document.title)  \(document.id)
              device key \(document.level.rawValue) · \(binding) · confirmed by \(document.proofing.reviewer) on \(CalendarDate(document.proofing.time))
            """
    }

    /// An element and its value, for its owner's eyes.
    static func element(_ element: VerifiedElement) -> String {
        let name = ElementCatalogue.displayName(of: element.reference)
        let value =
            element.text ?? element.date.map { "\($0)" } ?? element.integer.map(String.init) ?? element.boolean.map { $0 ? "yes" : "no" }
            ?? element.bytes.map { "\($0.count) bytes" } ?? "(structured)"
        return "  \(name): \(value)"
    }

    /// What became of a change at the system's registry.
    public static func registration(_ error: (any Error)?) -> String {
        switch error {
        case nil: "registered with the system"
        case .some(IdentityDocumentProviderRegistrationStore.RegistrationError.notSupported): "not registered: no wallet broker is running"
        case .some(IdentityDocumentProviderRegistrationStore.RegistrationError.notAuthorized):
            "not registered: allow the app in the wallet's settings"
        case .some(let error): "not registered: \(error)"
        }
    }
}
