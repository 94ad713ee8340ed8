public import IdentityDocumentServices
public import MobileDocument
import PresentmentRequest

/// Alternatives that can answer the same part of a request, and the one of them that shall, if any.
public struct OptionChoice: Sendable, Hashable, Identifiable {
    /// One of the alternatives.
    public struct Option: Sendable, Hashable, Identifiable {
        /// Its position among all alternatives of the part.
        public let id: Int
        /// The types of document it is answered with.
        public let documentTypes: [DocType]
    }

    /// The part of the request: its position.
    public let id: Int
    /// The alternatives: two or more, or one where the part may be left out.
    public let options: [Option]
    /// The one that answers; nil where the part is left out.
    public var selected: Option.ID?

    /// Whether the person may leave the part out: the website can do without it, and something else is answered.
    public func mayBeLeftOut(of context: ISO18013MobileDocumentRequestContext, beside choices: [OptionChoice]) -> Bool {
        let parts = context.partial.presentments
        guard parts.indices.contains(id), !parts[id].isMandatory else { return false }
        return parts.contains(where: \.isMandatory) || choices.contains { $0.id != id && $0.selected != nil }
    }
}
