/// Who acted in a registrar.
public enum Principal: Sendable, Hashable, CustomStringConvertible {
    /// Whoever showed a token.
    case holder(TokenHolder)
    /// The operator, at the command line.
    case `operator`

    /// As a record names it, such as `reviewer ada`.
    public var description: String {
        switch self {
        case .holder(.applicant(let brand)): "applicant of brand \(brand)"
        case .holder(.developer(let name, brand: let brand)): "developer \(name) of brand \(brand)"
        case .holder(.reviewer(let name)): "reviewer \(name)"
        case .operator: "operator"
        }
    }
}
