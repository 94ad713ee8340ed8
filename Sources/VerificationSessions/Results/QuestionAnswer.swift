import DocumentTrust

/// What the checks say about one of the four questions.
struct QuestionAnswer: Sendable, Hashable, Encodable {
    /// How the question is answered.
    enum Outcome: String, Sendable, Hashable, Encodable {
        /// Every check that could be made says so.
        case yes
        /// A check failed.
        case no
        /// The checks did not get that far, or none could be made.
        case open
    }

    /// One check, as evidence.
    struct Evidence: Sendable, Hashable, Encodable {
        /// The check's name.
        let check: String
        /// How it ended.
        let outcome: CheckOutcome
        /// One sentence; holds no element values.
        let reason: String?
        /// Position of the document it is about, from 0.
        let document: Int?
    }

    /// Which question.
    let question: SecurityQuestion
    /// The question in words.
    let text: String
    /// The answer; `yes` always means that all is well.
    let isGood: Outcome
    /// The checks it rests on, repeated passes told once.
    let evidence: [Evidence]

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
