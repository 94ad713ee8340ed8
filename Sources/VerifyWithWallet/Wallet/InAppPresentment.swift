public import IdentityElements

/// A request as it goes to the wallet: words have become elements, and each says how long it is kept.
public struct InAppPresentment: Sendable, Hashable {
    /// One type of document that may answer.
    public struct Alternative: Sendable, Hashable {
        /// An element that is asked for.
        public struct Element: Sendable, Hashable {
            /// Its name.
            public let name: ElementName
            /// How long it is kept. A wallet refuses an app that says it would keep what is restricted by law.
            public let intentToStore: IntentToStore
            /// What may be given in its place, which the person is shown; empty where nothing may.
            public let substitutes: [ElementName]
        }

        /// The type of document.
        public let docType: String
        /// The region the app named.
        public let region: String?
        /// The words, by which the wallet tells whether the app may ask.
        public let words: [IdentityElement]
        /// For each word, how long what it brings is kept.
        public let intents: [IntentToStore]
        /// Whether the age may stand in for a threshold, for which the app needs a grant of its own.
        public let ageFallback: AgeFallback
        /// The elements they bring, each once.
        public let elements: [Element]
    }

    /// Tells one request from every other, so that no other is taken back in its place.
    public struct Identifier: Sendable, Hashable {
        /// Its 64 bits.
        public let rawValue: UInt64
    }

    /// The request's identifier, made for it.
    public let identifier = Identifier(rawValue: .random(in: .min ... .max))
    /// Any one of these will do.
    public let alternatives: [Alternative]
    /// To whose server the answer is sealed.
    public let merchantIdentifier: String
    /// The server's nonce.
    public let nonce: [UInt8]
    /// What for, in a sentence.
    public let usageDescription: String
}

extension InAppPresentment.Alternative {
    /// What a descriptor comes to: one alternative for each type of document of its kind that can answer anything of it.
    static func all(for descriptor: any IdentityDocumentDescriptor, in tables: ElementTables) throws(IdentityError) -> [InAppPresentment.Alternative] {
        guard !descriptor.elements.isEmpty, let kind = descriptor.kind else { throw .noElementsRequested }
        let documents = tables.documents(ofKind: kind.name, region: kind.region)
        guard !documents.isEmpty else { throw .regionNotSupported }
        var alternatives: [InAppPresentment.Alternative] = []
        for document in documents {
            do throws(IdentityRequestError) {
                // Whether there is a legal basis for restricted elements is for the app's grant to say, which the wallet looks at.
                let restricted = Set(descriptor.elements.flatMap { document.elements(of: $0) }.filter { tables.sensitivity(of: $0) == .restricted })
                let resolved = try tables.resolve(
                    descriptor.elements, of: document.docType, region: kind.region, legalBasis: restricted, ageFallback: descriptor.ageFallback)
                alternatives.append(InAppPresentment.Alternative(resolved, region: kind.region, of: descriptor))
            } catch {
                if error != .noElements { throw .invalidElement }
            }
        }
        guard !alternatives.isEmpty else { throw .noElementsRequested }
        return alternatives
    }

    private init(_ resolved: ResolvedElements, region: String?, of descriptor: any IdentityDocumentDescriptor) {
        docType = resolved.docType
        self.region = region
        words = resolved.answerable.map(\.element)
        self.intents = words.map { descriptor.intentToStore(element: $0) ?? .willNotStore }
        ageFallback = descriptor.ageFallback
        var intents: [ElementName: IntentToStore] = [:]
        var substitutes: [ElementName: [ElementName]] = [:]
        for answerable in resolved.answerable {
            let intent = descriptor.intentToStore(element: answerable.element) ?? .willNotStore
            for name in answerable.names { substitutes[name] = answerable.substitutes }
            for name in answerable.names where intents[name].map({ intent.keepsLonger(than: $0) }) ?? true { intents[name] = intent }
        }
        elements = resolved.names.map { name in
            Element(name: name, intentToStore: intents[name] ?? .willNotStore, substitutes: substitutes[name] ?? [])
        }
    }
}
