import DocumentTrust
import MobileDocument

// The same texts that `Encodable` gives, written directly, since results are written with every answer; members in the order of
// their names.

extension VerificationResult {
    /// The result as JSON.
    var json: JSONText {
        var text = JSONText(capacity: 4096)
        text.object { text in
            text.name("documents")
            text.array(documents) { $1.write(to: &$0) }
            text.name("goals")
            text.array(goals) { $1.write(to: &$0) }
            text.member("missing", missing)
            text.member("policy", policy)
            text.member("profile", profile)
            text.member("reference", reference)
            text.member("retainedOnly", retainedOnly)
            text.member("satisfied", satisfied)
            text.member("session", session)
            text.member("unrequested", unrequested)
            text.member("verifiedAt", verifiedAt)
        }
        return text
    }
}

extension SessionReport {
    /// The report as JSON, in UTF-8.
    var json: [UInt8] {
        var text = JSONText(capacity: 32_768)
        text.object { text in
            text.name("checks")
            text.array(checks) { $1.write(to: &$0) }
            text.member("correlationId", correlationId)
            text.member("decidedAt", decidedAt)
            text.name("elements")
            elements.write(to: &text)
            text.member("profile", profile)
            text.name("questions")
            text.array(questions) { $1.write(to: &$0) }
            text.member("session", session)
            text.member("status", status.rawValue)
        }
        return text.bytes
    }
}

extension GoalAnswer {
    fileprivate func write(to text: inout JSONText) {
        text.object { text in
            text.member("goal", goal.description)
            text.member("outcome", outcome.rawValue)
            text.member("required", isRequired)
        }
    }
}

extension QuestionAnswer {
    fileprivate func write(to text: inout JSONText) {
        text.object { text in
            text.name("evidence")
            text.array(evidence) { $1.write(to: &$0) }
            text.member("isGood", isGood.rawValue)
            text.member("question", question.rawValue)
            text.member("text", self.text)
        }
    }
}

extension QuestionAnswer.Evidence {
    fileprivate func write(to text: inout JSONText) {
        text.object { text in
            text.member("check", check)
            text.member("document", document)
            text.member("outcome", outcome.rawValue)
            text.member("reason", reason)
        }
    }
}
