public import MobileDocument

/// Alternatives that can answer the same part of a request, and the one of them that shall.
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
    /// The alternatives, two or more.
    public let options: [Option]
    /// The one that answers.
    public var selected: Option.ID
}
