import MobileDocument

/// A policy as a session's store holds it. It was validated when the session started, and is not validated again at every look at
/// the session.
package struct StoredPolicy: Decodable, Sendable {
    /// The policy.
    package let policy: VerificationPolicy

    private struct Document: Decodable {
        let docType: String
        let goals: [String]
        let retain: [String]
        let ageFallback: Bool?
        let legalBasis: [String]?

        var document: PolicyDocument {
            PolicyDocument(
                stored: DocType(rawValue: docType), goals: goals.map(VerificationGoal.init(stored:)),
                retain: Set(retain.map(VerificationGoal.init(stored:))), ageFallback: ageFallback == true ? .age : .nothing,
                legalBasis: Set((legalBasis ?? []).map(VerificationGoal.init(stored:)).elementNames))
        }
    }

    private enum CodingKeys: String, CodingKey {
        case name, documents, isAnyOf, required, sessionSeconds, retentionSeconds
    }

    /// Reads what `VerificationPolicy` writes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        policy = VerificationPolicy(
            stored: try container.decode(String.self, forKey: .name), documents: try container.decode([Document].self, forKey: .documents).map(\.document),
            isAnyOf: try container.decodeIfPresent(Bool.self, forKey: .isAnyOf) == true,
            required: try container.decode([String].self, forKey: .required).map(VerificationGoal.init(stored:)),
            sessionSeconds: try container.decode(Int.self, forKey: .sessionSeconds),
            retentionSeconds: try container.decode(Int.self, forKey: .retentionSeconds))
    }
}
