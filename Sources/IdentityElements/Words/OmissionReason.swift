/// Why something is left out of a request.
public enum OmissionReason: String, Sendable, Hashable, CaseIterable {
    /// This type of document does not have it.
    case unknown = "elements.unknown"
    /// It is restricted by law, and no legal basis was granted for it.
    case legalBasis = "elements.legalBasis"
    /// No element attests this age, and the age may not be asked for in its place.
    case threshold = "elements.noThreshold"
}
