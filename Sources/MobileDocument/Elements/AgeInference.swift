public import CBOR

/// What released elements say about "at least so many years old?", and which of them says it.
public struct AgeInference: Sendable, Hashable {
    /// By what the question is settled, most private first.
    public enum Evidence: Sendable, Hashable {
        /// By `age_over_NN`, of this threshold.
        case attestation(threshold: Int)
        /// By the age in years.
        case age
        /// By the date of birth.
        case dateOfBirth
    }

    /// The answer. A "no" from an attestation or an age is of the day from which the document is valid; a "yes" holds since.
    public let isReached: Bool
    /// What says so.
    public let evidence: Evidence

    /// Draws the conclusion; nil where nothing settles the question.
    ///
    /// - Parameters:
    ///   - threshold: the years asked about.
    ///   - value: gives the released value of an element of the document's namespace.
    ///   - attestations: what is attested, by threshold.
    ///   - day: the day to judge a date of birth by. Somebody born on 29 February is a year older on 1 March of other years.
    public init?(
        atLeast threshold: Int, attestations: [Int: Bool], on day: CalendarDate, value: (ElementIdentifier) -> CBORValue?
    ) {
        if let nearest = AgeAttestation.nearest(to: threshold, in: attestations), let isReached = attestations[nearest] {
            self.init(isReached: isReached, evidence: .attestation(threshold: nearest))
        } else if case .unsigned(let years)? = value("age_in_years") {
            self.init(isReached: years >= UInt64(max(threshold, 0)), evidence: .age)
        } else if let birth = value("birth_date").flatMap(Self.birthDate), birth <= day {
            let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
            self.init(isReached: day.year - birth.year - (hadBirthday ? 0 : 1) >= threshold, evidence: .dateOfBirth)
        } else {
            return nil
        }
    }

    private init(isReached: Bool, evidence: Evidence) {
        self.isReached = isReached
        self.evidence = evidence
    }

    /// A whole date of birth; nil where a part of it is only approximate.
    private static func birthDate(_ value: CBORValue) -> CalendarDate? {
        switch value {
        case .tagged(1004, .text(let text)): return CalendarDate(text)
        case .map:
            guard let members = TextMembers(value), members["approximate_mask"].map({ $0 == .text("00000000") }) ?? true else { return nil }
            return members.date("birth_date")?.value
        default: return nil
        }
    }
}

extension AgeInference: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the answer.
    public var description: String { "answer about an age" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the person by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
