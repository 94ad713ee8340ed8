/// What of a request an app was not granted.
public enum AppGrantRefusal: Sendable, Hashable, CustomStringConvertible {
    /// Answers may not be sealed to this merchant's server.
    case merchant
    /// This type of document may not be asked for.
    case docType(String)
    /// This may not be asked for.
    case element(IdentityElement)
    /// This is restricted by law, and no legal basis was granted for it.
    case legalBasis(IdentityElement)

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .merchant: "grant.merchant"
        case .docType: "grant.docType"
        case .element: "grant.element"
        case .legalBasis: "grant.legalBasis"
        }
    }

    /// What was not granted, as one sentence.
    public var description: String {
        switch self {
        case .merchant: "the app was not granted this merchant identifier; apply for it beside the elements"
        case .docType(let docType): "the app was not granted documents of the type \(docType)"
        case .element(let element): "the app was not granted \(element.word)"
        case .legalBasis(let element): "\(element.word) is restricted by law here, and no legal basis was granted for it"
        }
    }
}
