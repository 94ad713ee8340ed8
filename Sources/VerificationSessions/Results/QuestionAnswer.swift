public import DocumentTrust

/// What the checks say about one of the four questions.
public struct QuestionAnswer: Sendable, Hashable, Codable {
    /// How the question is answered.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// Every check that could be made says so.
        case yes
        /// A check failed.
        case no
        /// The checks did not get that far, or none could be made.
        case open
    }

    /// One check, as evidence.
    public struct Evidence: Sendable, Hashable, Codable {
        /// The check's name.
        public let check: String
        /// How it ended.
        public let outcome: CheckOutcome
        /// One sentence; holds no element values.
        public let reason: String?
        /// Position of the document it is about, from 0.
        public let document: Int?
    }

    /// Which question.
    public let question: SecurityQuestion
    /// The question in words.
    public let text: String
    /// The answer; `yes` always means that all is well.
    public let isGood: Outcome
    /// The checks it rests on, repeated passes told once.
    public let evidence: [Evidence]

    init(_ question: SecurityQuestion, _ report: VerificationReport) {
        self.question = question
        text = question.text
        let checks = report.checks.filter { SecurityQuestion(of: $0.identifier) == question }
        var evidence: [Evidence] = []
        var told: Set<Evidence> = []
        for check in checks {
            let line = Evidence(check: check.identifier.rawValue, outcome: check.outcome, reason: check.reason, document: check.document)
            if told.insert(line).inserted { evidence.append(line) }
        }
        self.evidence = evidence
        if checks.contains(where: { $0.outcome == .failed }) {
            isGood = .no
        } else {
            isGood = checks.contains { $0.outcome == .passed } && (report.hasNoFailure || question.isAnswered(by: checks)) ? .yes : .open
        }
    }

    /// The four questions, answered.
    static func all(of report: VerificationReport) -> [QuestionAnswer] { SecurityQuestion.allCases.map { QuestionAnswer($0, report) } }
}

extension SecurityQuestion {
    /// Whether the checks reached the one that decides the question, in a verification that failed elsewhere.
    fileprivate func isAnswered(by checks: [CheckResult]) -> Bool {
        let deciding: CheckIdentifier = switch self {
        case .whoIsAsking: .requestDocType
        case .isItProtected: .responseDecryption
        case .isItAuthentic: .msoDigest
        case .isItCopied: .deviceAuthentication
        }
        return checks.contains { $0.identifier == deciding && $0.outcome == .passed }
    }
}
