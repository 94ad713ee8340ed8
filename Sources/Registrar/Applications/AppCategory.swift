/// What an app is for: one of the kinds that were looked at once for all, or the applicant's own words, which a reviewer has to accept.
public enum AppCategory: Sendable, Hashable, CustomStringConvertible {
    /// The kinds that need no review of their own.
    public enum Listed: String, Sendable, Hashable, CaseIterable {
        case access
        case airTravel = "air-travel"
        case alcohol
        case carRental = "car-rental"
        case financial
        case gigWork = "gig-work"
        case government
        case health
        case hospitality
        case insurance
        case scooters
        case tickets
    }

    /// One of the list.
    case listed(Listed)
    /// Another one, in the applicant's words.
    case proposed(String)

    /// Reads a word of the list, or takes any other text as a proposal.
    public init(_ text: String) { self = Listed(rawValue: text).map(AppCategory.listed) ?? .proposed(text) }

    /// The word, or the proposal.
    public var description: String {
        switch self {
        case .listed(let category): category.rawValue
        case .proposed(let text): text
        }
    }
}
