public import IdentityElements
public import MobileDocument
public import RelyingParty

/// A document a policy asks for.
public struct PolicyDocument: Sendable, Hashable {
    /// The type of document.
    public let docType: DocType
    /// What is wanted of it, in the order of the request.
    public let goals: [VerificationGoal]
    /// Those of the goals whose elements will be kept after the transaction, which the request announces.
    public let retain: Set<VerificationGoal>
    /// Whether the age may be given where the document attests no threshold that settles a question about ages.
    public let ageFallback: AgeFallback
    /// Elements restricted by law for which whoever asks has a legal basis.
    public let legalBasis: Set<ElementName>

    /// Describes a document.
    ///
    /// - Parameter tables: what is restricted by law.
    /// - Throws: `PolicyError`; `legalBasis` for a goal restricted by law that is not among the elements with a legal basis.
    public init(
        docType: DocType = .mobileDrivingLicence, goals: [VerificationGoal], retain: Set<VerificationGoal> = [],
        ageFallback: AgeFallback = .nothing, legalBasis: Set<ElementName> = [], tables: ElementTables = .builtIn
    ) throws(PolicyError) {
        guard !goals.isEmpty else { throw PolicyError(.documents, "\(docType) is asked for without a goal; name at least one") }
        guard Set(goals).isSuperset(of: retain) else {
            let stray = retain.subtracting(goals).map(\.description).sorted().joined(separator: ", ")
            throw PolicyError(.documents, "\(stray) would be kept without being asked for; add it to the goals or drop it from those to retain")
        }
        try Self.checkRestricted(goals, retain: retain, legalBasis: legalBasis, tables)
        self.docType = docType
        self.goals = goals
        self.retain = retain
        self.ageFallback = ageFallback
        self.legalBasis = legalBasis
    }

    /// Refuses what the tables say is restricted by law and is kept, or is asked for without a legal basis.
    func checkRestricted(by tables: ElementTables) throws(PolicyError) {
        try Self.checkRestricted(goals, retain: retain, legalBasis: legalBasis, tables)
    }

    private static func checkRestricted(
        _ goals: [VerificationGoal], retain: Set<VerificationGoal>, legalBasis: Set<ElementName>, _ tables: ElementTables
    ) throws(PolicyError) {
        if let restricted = retain.first(where: { !$0.restrictedElements(by: tables).isEmpty }) {
            throw PolicyError(.documents, "\(restricted) is restricted by law and never kept by this service; drop it from those to retain")
        }
        if let restricted = goals.first(where: { !legalBasis.isSuperset(of: $0.restrictedElements(by: tables)) }) {
            throw PolicyError(
                .legalBasis, "\(restricted) is restricted by law; drop it, or where the law lets you ask, name it among the policy's legal-basis")
        }
    }

    /// Takes what was validated before it was stored.
    init(stored docType: DocType, goals: [VerificationGoal], retain: Set<VerificationGoal>, ageFallback: AgeFallback, legalBasis: Set<ElementName>) {
        self.docType = docType
        self.goals = goals
        self.retain = retain
        self.ageFallback = ageFallback
        self.legalBasis = legalBasis
    }

    /// The document as a request asks for it.
    public var requested: RequestedDocument {
        var elements: [ItemsRequest.Element] = []
        var seen: Set<ElementReference> = []
        for goal in goals {
            for reference in goal.elements where seen.insert(reference).inserted {
                elements.append(.init(reference, intentToRetain: isRetained(reference)))
            }
        }
        return RequestedDocument(docType, elements: elements, info: DocRequestInfo(alternativeDataElements: alternatives(to: elements)))
    }

    /// The age in the place of each threshold, where the policy allows it.
    private func alternatives(to elements: [ItemsRequest.Element]) -> [AlternativeDataElements] {
        guard ageFallback == .age else { return [] }
        return elements.filter { AgeAttestation.threshold(of: $0.reference.identifier) != nil }.map {
            AlternativeDataElements(for: $0.reference, sets: [[ElementReference($0.reference.nameSpace, "age_in_years")]])
        }
    }

    private func isRetained(_ reference: ElementReference) -> Bool { retain.contains { $0.elements.contains(reference) } }
}

extension PolicyDocument: Codable {
    private enum CodingKeys: String, CodingKey {
        case docType, goals, retain, ageFallback, legalBasis
    }

    /// Reads `{docType, goals, retain, ageFallback, legalBasis}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            docType: try container.decodeIfPresent(String.self, forKey: .docType).map { DocType(rawValue: $0) } ?? .mobileDrivingLicence,
            goals: try container.decode([VerificationGoal].self, forKey: .goals),
            retain: Set(try container.decodeIfPresent([VerificationGoal].self, forKey: .retain) ?? []),
            ageFallback: try container.decodeIfPresent(Bool.self, forKey: .ageFallback) == true ? .age : .nothing,
            legalBasis: Set(try container.decodeIfPresent([VerificationGoal].self, forKey: .legalBasis)?.elementNames ?? []))
    }

    /// Writes `{docType, goals, retain, ageFallback, legalBasis}`, the last two only where they say something.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(docType.rawValue, forKey: .docType)
        try container.encode(goals, forKey: .goals)
        try container.encode(goals.filter(retain.contains), forKey: .retain)
        if ageFallback == .age { try container.encode(true, forKey: .ageFallback) }
        if !legalBasis.isEmpty { try container.encode(legalBasis.map(\.description).sorted(), forKey: .legalBasis) }
    }
}
