import MobileDocument
package import RelyingParty
import TextEncodings

/// What a website asks for under one name, such as `rental`, and what counts as a satisfying answer.
public struct VerificationPolicy: Sendable, Hashable, Codable {
    /// The name under which a website's server starts sessions: letters, digits, `-`, `_` and `.`, 64 at most.
    public let name: String
    /// The documents asked for: all of them, or any one.
    public let documents: [PolicyDocument]
    /// Whether any one of the documents is enough, whichever the person has. Its goals alone decide then.
    public let isAnyOf: Bool
    /// Goals that must be answered, and answered with true where the answer is true or false. Others may stay open.
    public let required: [VerificationGoal]
    /// Seconds a session waits for its answer.
    public let sessionSeconds: Int
    /// Seconds for which elements that were announced to be kept stay after the result was handed over.
    public let retentionSeconds: Int

    /// Seconds a session may wait; after half an hour nobody is at the page.
    public static let sessionRange = 30...1800
    /// Seconds the service may keep a delivered result's elements: at most 30 days. Keeping is the website's matter.
    public static let retentionRange = 0...2_592_000
    /// Most documents one policy asks for.
    static let maximumDocuments = 8

    /// Describes a policy.
    ///
    /// - Parameters:
    ///   - isAnyOf: whether any one of the documents is enough. If goals are required, some are of each document.
    ///   - required: nil requires every goal.
    ///   - sessionSeconds: 30 to 1800.
    ///   - retentionSeconds: 0 to 30 days.
    public init(
        name: String, documents: [PolicyDocument], isAnyOf: Bool = false, required: [VerificationGoal]? = nil, sessionSeconds: Int = 600,
        retentionSeconds: Int = 0
    ) throws(PolicyError) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isNameByte) else {
            throw PolicyError(.name, "the policy name \"\(name.prefix(64))\" wants 1 to 64 letters, digits, dashes, dots or underscores")
        }
        guard (1...Self.maximumDocuments).contains(documents.count) else {
            throw PolicyError(.documents, "the policy \(name) asks for \(documents.count) documents; 1 to \(Self.maximumDocuments) work")
        }
        guard Self.sessionRange.contains(sessionSeconds) else {
            throw PolicyError(.duration, "the policy \(name) has sessions of \(sessionSeconds) s; \(Self.sessionRange.lowerBound) to \(Self.sessionRange.upperBound) work")
        }
        guard Self.retentionRange.contains(retentionSeconds) else {
            throw PolicyError(.duration, "the policy \(name) keeps elements for \(retentionSeconds) s; 0 to \(Self.retentionRange.upperBound) work")
        }
        let goals = documents.flatMap(\.goals)
        let required = required ?? goals
        guard Set(goals).isSuperset(of: required) else {
            let stray = Set(required).subtracting(goals).map(\.description).sorted().joined(separator: ", ")
            throw PolicyError(.documents, "the policy \(name) requires \(stray) without asking for it; add it to a document's goals")
        }
        // Whoever has that document would satisfy with anything on it.
        if isAnyOf, !required.isEmpty, let idle = documents.first(where: { Set($0.goals).isDisjoint(with: required) }) {
            throw PolicyError(.documents, "the policy \(name) takes any one of its documents and requires nothing of \(idle.docType); require one of its goals")
        }
        self.name = name
        self.documents = documents
        self.isAnyOf = isAnyOf
        self.required = required
        self.sessionSeconds = sessionSeconds
        self.retentionSeconds = retentionSeconds
        // What cannot be asked for is a mistake of the policy, found when it is read and not when somebody clicks.
        try check(signedBy: [])
    }

    /// Refuses what no app may ask a wallet: an age beside a threshold of one document, since the age alone tells both.
    package func checkForApps() throws(PolicyError) {
        for document in documents {
            let identifiers = document.requested.elements.map(\.reference.identifier)
            guard !identifiers.contains("age_in_years") || !identifiers.contains(where: { AgeAttestation.threshold(of: $0) != nil }) else {
                throw PolicyError(
                    .documents,
                    "the policy \(name) asks for age_in_years beside a threshold, which no app may; drop the age, or let it stand in for the threshold")
            }
        }
    }

    /// Refuses what no wallet would read together with these signatures, before somebody clicks. Within these bounds no policy's request is longer
    /// than they read as a whole.
    package func check(signedBy signers: [ReaderSigner]) throws(PolicyError) {
        do { _ = try RequestBuilder(documents: documents.map(\.requested), useCases: useCases, signers: signers) } catch {
            throw PolicyError(.documents, "the policy \(name): \(error.description)")
        }
    }

    /// Takes what was validated before it was stored.
    init(stored name: String, documents: [PolicyDocument], isAnyOf: Bool, required: [VerificationGoal], sessionSeconds: Int, retentionSeconds: Int) {
        self.name = name
        self.documents = documents
        self.isAnyOf = isAnyOf
        self.required = required
        self.sessionSeconds = sessionSeconds
        self.retentionSeconds = retentionSeconds
    }

    /// What a request says its documents are for, so that nobody shares one where the policy needs another as well: all of which goals are
    /// required are needed together, and each other one may be left out. Nothing of a single document, or where nothing is required.
    var useCases: [UseCase] {
        if isAnyOf { return [.anyOf(documentRequests: documents.count)] }
        let needed = documents.indices.filter { !Set(documents[$0].goals).isDisjoint(with: required) }
        guard documents.count > 1, !needed.isEmpty else { return [] }
        let others = documents.indices.filter { !needed.contains($0) }
        return [UseCase(isMandatory: true, documentSets: [needed])] + others.map { UseCase(isMandatory: false, documentSets: [[$0]]) }
    }

    /// In agreement with equality. Without the sets: one is hashed member by member, and policies are looked up
    /// at every step of a session.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(sessionSeconds)
        for document in documents {
            hasher.combine(document.docType)
            for goal in document.goals { hasher.combine(goal.description) }
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || "-_.".utf8.contains(byte) }

    private enum CodingKeys: String, CodingKey {
        case name, documents, isAnyOf, required, sessionSeconds, retentionSeconds
    }

    /// Reads a policy.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            name: try container.decode(String.self, forKey: .name),
            documents: try container.decode([PolicyDocument].self, forKey: .documents),
            isAnyOf: try container.decodeIfPresent(Bool.self, forKey: .isAnyOf) == true,
            required: try container.decodeIfPresent([VerificationGoal].self, forKey: .required),
            sessionSeconds: try container.decodeIfPresent(Int.self, forKey: .sessionSeconds) ?? 600,
            retentionSeconds: try container.decodeIfPresent(Int.self, forKey: .retentionSeconds) ?? 0)
    }

    /// Writes a policy, and `isAnyOf` only where it says something.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(documents, forKey: .documents)
        if isAnyOf { try container.encode(true, forKey: .isAnyOf) }
        try container.encode(required, forKey: .required)
        try container.encode(sessionSeconds, forKey: .sessionSeconds)
        try container.encode(retentionSeconds, forKey: .retentionSeconds)
    }
}
