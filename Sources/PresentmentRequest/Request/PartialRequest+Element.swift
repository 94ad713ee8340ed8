extension PartialRequest {
    /// A requested element, and whether the website says that it will keep it.
    public struct Element: Sendable, Hashable {
        /// Which element.
        public let reference: ElementReference
        /// Whether it will be kept after the transaction (`intentToRetain`).
        public let isRetaining: Bool

        /// Asks for an element.
        public init(_ reference: ElementReference, isRetaining: Bool) {
            self.reference = reference
            self.isRetaining = isRetaining
        }
    }
}
