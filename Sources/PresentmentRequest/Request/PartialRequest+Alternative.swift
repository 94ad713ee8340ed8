extension PartialRequest {
    /// What may be given in place of one requested element. Part of the partial request because it may be what is released.
    public struct Alternative: Sendable, Hashable {
        /// The element asked for.
        public let requested: ElementReference
        /// Sets of elements that may stand for it, most wanted first; 1 to 16 sets of 1 to 16 elements.
        public let sets: [[ElementReference]]

        /// Names what may stand for an element.
        public init(for requested: ElementReference, sets: [[ElementReference]]) throws(PartialRequestFault) {
            try Bounds.check(sets.count, within: 1...Bounds.alternativeSets, "alternative sets of an element")
            for set in sets { try Bounds.check(set.count, within: 1...Bounds.alternativeSets, "elements of an alternative set") }
            self.requested = requested
            self.sets = sets
        }
    }
}
