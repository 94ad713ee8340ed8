import MobileDocumentCorpus

/// What came of a run over cases.
struct CorpusOutcome: Encodable {
    /// A case that did not come out as it says.
    struct Failure: Encodable {
        let name: String
        let expected: String
        let answered: String
    }

    private(set) var passed: [String] = []
    private(set) var failed: [Failure] = []
    private(set) var undecided: [String] = []

    /// Has this package's own code answer, and notes it.
    mutating func judge(_ item: CorpusCase) {
        do {
            record(try CorpusJudge().answer(to: item), to: item)
        } catch {
            fail(item, "nothing, \(error)")
        }
    }

    /// Whether there were cases, and all of them came out as they say.
    var isGood: Bool { failed.isEmpty && !passed.isEmpty }

    /// Notes an answer.
    mutating func record(_ answer: CorpusAnswer, to item: CorpusCase) {
        switch item.isMet(by: answer) {
        case true?: passed.append(item.name)
        case false?: fail(item, Self.text(answer))
        case nil: undecided.append(item.name)
        }
    }

    /// Notes that there was no answer.
    mutating func fail(_ item: CorpusCase, _ answered: String) {
        var expected = item.expectation.word
        if case .reject(let code) = item.expectation { expected += " (\(code))" }
        failed.append(Failure(name: item.name, expected: expected, answered: answered))
    }

    /// What failed and what was left, for people.
    var page: Page {
        var page = Page()
        for failure in failed {
            page.entry("✘ \(failure.name)", labelStyle: .red, "expected \(failure.expected), answered \(failure.answered)", indent: 0, width: 30)
        }
        if !undecided.isEmpty { page.line("not decided: " + undecided.joined(separator: ", "), .faint) }
        return page
    }

    private static func text(_ answer: CorpusAnswer) -> String {
        switch answer {
        case .accepted: "accept"
        case .refused(let codes): "reject" + (codes.map { " (\($0.sorted().joined(separator: ", ")))" } ?? "")
        case .undecided(let reason): reason
        }
    }
}
