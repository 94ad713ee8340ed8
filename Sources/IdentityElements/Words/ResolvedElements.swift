/// What a request in words comes to for one type of document.
public struct ResolvedElements: Sendable, Hashable {
    /// A word with what it brings.
    public struct Answerable: Sendable, Hashable {
        /// The word.
        public let element: IdentityElement
        /// The elements it brings, all of which are asked for.
        public let names: [ElementName]
        /// What may be given in the place of its elements; empty where nothing may.
        public let substitutes: [ElementName]
    }

    /// A word that is left out of the request.
    public struct Omitted: Sendable, Hashable {
        /// The word.
        public let element: IdentityElement
        /// Why.
        public let reason: OmissionReason
    }

    /// The type of document.
    public let docType: String
    /// What is asked for, in the order of the request.
    public let answerable: [Answerable]
    /// What is not, which the asker is told.
    public let omitted: [Omitted]

    /// The elements to ask for, each once, in the order of the request.
    public var names: [ElementName] {
        var seen: Set<ElementName> = []
        return answerable.flatMap(\.names).filter { seen.insert($0).inserted }
    }
}
