extension ElementTables {
    /// What a request in words comes to for one type of document.
    ///
    /// - Parameters:
    ///   - elements: the words, in the order in which the elements will be asked for.
    ///   - docType: the type of document.
    ///   - region: the region the request names, ISO 3166-1 alpha-2.
    ///   - legalBasis: restricted elements for which a legal basis was granted; every other one is left out.
    ///   - ageFallback: whether the age may be given where no threshold settles the question.
    /// - Throws: `ageAndThreshold` also where a threshold that no element attests falls back to the age beside another threshold.
    public func resolve(
        _ elements: [IdentityElement], of docType: String, region: String? = nil, legalBasis: Set<ElementName> = [],
        ageFallback: AgeFallback = .nothing
    ) throws(IdentityRequestError) -> ResolvedElements {
        guard let document = documents[docType] else { throw .unknownDocument }
        if let required = document.region, required != region { throw .region(asked: region, required: required) }
        try Self.checkAges(elements)
        var answerable: [ResolvedElements.Answerable] = []
        var omitted: [ResolvedElements.Omitted] = []
        var seen: Set<IdentityElement> = []
        for element in elements where seen.insert(element).inserted {
            do throws(Omission) {
                answerable.append(try resolve(element, of: document, legalBasis, ageFallback))
            } catch { omitted.append(.init(element: element, reason: error.reason)) }
        }
        guard !answerable.isEmpty else { throw .noElements }
        try Self.checkFallback(answerable, age: document.elements(of: .age))
        return ResolvedElements(docType: docType, answerable: answerable, omitted: omitted)
    }

    private struct Omission: Error { let reason: OmissionReason }

    private static func checkAges(_ elements: [IdentityElement]) throws(IdentityRequestError) {
        let thresholds = Set(elements.compactMap(\.threshold))
        guard thresholds.isEmpty || !elements.contains(.age) else { throw .ageAndThreshold }
        guard thresholds.count <= IdentityRequestError.maximumThresholds else { throw .tooManyThresholds(thresholds.count) }
    }

    /// The age beside a threshold tells both, also where it stands in for another threshold.
    private static func checkFallback(_ answerable: [ResolvedElements.Answerable], age: [ElementName]) throws(IdentityRequestError) {
        let thresholds = answerable.filter { $0.element.threshold != nil }
        guard thresholds.count < 2 || !thresholds.contains(where: { $0.names == age }) else { throw .ageAndThreshold }
    }

    private func resolve(
        _ element: IdentityElement, of document: DocumentTable, _ legalBasis: Set<ElementName>, _ fallback: AgeFallback
    ) throws(Omission) -> ResolvedElements.Answerable {
        // A threshold without an age asks nothing.
        guard document.words.contains(element.word), element.word != IdentityElement.ageAtLeast || element.threshold != nil else {
            throw Omission(reason: .unknown)
        }
        let (names, substitutes) = document.elements(of: element, fallingBackTo: fallback)
        guard !names.isEmpty else { throw Omission(reason: .threshold) }
        guard (names + substitutes).allSatisfy({ sensitivity(of: $0) != .restricted || legalBasis.contains($0) }) else {
            throw Omission(reason: .legalBasis)
        }
        return .init(element: element, names: names, substitutes: substitutes)
    }
}
