/// The two kinds of status token (ISO/IEC 18013-5 second edition, 12.3.6).
public enum StatusTokenKind: String, Sendable, Hashable {
    /// An array of status values, looked up by index.
    case statusList = "application/statuslist+cwt"
    /// A set of identifiers; whatever is in it is revoked.
    case identifierList = "application/identifierlist+cwt"

    /// Reads a type header, with or without `application/`, which older drafts leave out.
    init?(typeHeader: String) {
        switch typeHeader {
        case "application/statuslist+cwt", "statuslist+cwt": self = .statusList
        case "application/identifierlist+cwt", "identifierlist+cwt": self = .identifierList
        default: return nil
        }
    }
}
