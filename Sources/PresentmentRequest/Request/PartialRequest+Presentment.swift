extension PartialRequest {
    /// One thing that has to be shown: exactly one of the sets answers it (ISO/IEC 18013-5 second edition, 10.2).
    public struct Presentment: Sendable, Hashable {
        /// Whether the request as a whole fails without it.
        public let isMandatory: Bool
        /// Alternatives in the website's order of preference, 1 to 16; each names the document requests it takes by position.
        public let documentRequestSets: [[Int]]
        /// Whether it is a use case, whose sets are answered whole or not at all. What a website asks for without use cases, and what an app
        /// asks for, is answered as far as it can be.
        public let isUseCase: Bool

        /// Describes what has to be shown.
        public init(isMandatory: Bool, documentRequestSets: [[Int]], isUseCase: Bool = true) throws(PartialRequestFault) {
            try Bounds.check(documentRequestSets.count, within: 1...Bounds.sets, "sets of a presentment request")
            for set in documentRequestSets {
                try Bounds.check(set.count, within: 1...Bounds.documentRequests, "document requests of a set")
                guard Set(set).count == set.count else {
                    throw PartialRequestFault(.repetition, "a set names a document request twice")
                }
            }
            self.isMandatory = isMandatory
            self.documentRequestSets = documentRequestSets
            self.isUseCase = isUseCase
        }
    }
}
