extension PartialRequest {
    /// What is asked of one document.
    public struct DocumentRequest: Sendable, Hashable {
        /// The document type, such as `org.iso.18013.5.1.mDL`.
        public let documentType: String
        /// The elements, each once, in the request's order; 1 to 512.
        public let elements: [Element]
        /// What may be given in place of elements, in the request's order; up to 32.
        public let alternatives: [Alternative]
        /// Key identifiers of acceptable issuers, up to 1,000 of up to 64 bytes each; none means any issuer.
        public let issuerKeyIdentifiers: [[UInt8]]

        /// Describes what is asked of one document.
        public init(
            documentType: String, elements: [Element], alternatives: [Alternative] = [], issuerKeyIdentifiers: [[UInt8]] = []
        ) throws(PartialRequestFault) {
            try Bounds.check(visibleText: documentType, upTo: Bounds.identifierBytes, "a document type")
            try Bounds.check(elements.count, within: 1...Bounds.elementsOfDocument, "elements of a document")
            try Bounds.check(alternatives.count, within: 0...Bounds.alternatives, "alternatives of a document")
            try Bounds.check(issuerKeyIdentifiers.count, within: 0...Bounds.issuerKeyIdentifiers, "issuer key identifiers")
            for identifier in issuerKeyIdentifiers {
                try Bounds.check(identifier.count, within: 1...Bounds.issuerKeyIdentifierBytes, "bytes of an issuer key identifier")
            }
            guard Set(elements.map(\.reference)).count == elements.count else {
                throw PartialRequestFault(.repetition, "an element is asked for twice")
            }
            self.documentType = documentType
            self.elements = elements
            self.alternatives = alternatives
            self.issuerKeyIdentifiers = issuerKeyIdentifiers
        }

        /// How many elements are named, those of alternatives included.
        var namedElements: Int {
            elements.count + alternatives.reduce(0) { $0 + 1 + $1.sets.reduce(0) { $0 + $1.count } }
        }
    }
}
