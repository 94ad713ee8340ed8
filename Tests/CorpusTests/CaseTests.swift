import MobileDocumentCorpus
import Testing

@Suite("The corpus")
struct CaseTests {
    private static let judge = CorpusJudge()
    private static let good = "mdoc corpus 1\nname: x\nkind: cbor\nabout: a\nexpect: accept\n\nAA==\n"

    @Test("A committed case is in its one form, is called as its file is, and comes out as it says", arguments: CommittedCases.names)
    func committed(_ name: String) throws {
        let item = try CorpusCase(text: CommittedCases.text(name))
        #expect(item.name == name)
        let answer = try Self.judge.answer(to: item)
        // What needs a running service is tried by the tests of that service.
        #expect(item.isMet(by: answer) ?? (item.kind == .http), "\(answer)")
    }

    @Test("The committed cases are those that are made, in everything but their keys, and there are at least 150")
    func names() throws {
        let made = try CorpusMaker.cases()
        #expect(CommittedCases.names == made.map(\.name).sorted(), "make them again: mdoc corpus make --to Corpus")
        #expect(made.count >= 150)
        #expect(Set(made.map(\.name)).count == made.count)
        for item in made {
            guard CommittedCases.names.contains(item.name) else { continue }
            let committed = try CorpusCase(text: CommittedCases.text(item.name))
            #expect(committed.kind == item.kind, "\(item.name)")
            #expect(committed.about == item.about)
            #expect(committed.classes == item.classes, "\(item.name)")
            #expect(committed.expectation == item.expectation, "\(item.name)")
            #expect(committed.inputs.map(\.name) == item.inputs.map(\.name), "\(item.name)")
        }
    }

    @Test("What is made comes out as it says, is read back as it was, and would fail if it came out otherwise")
    func made() throws {
        for item in try CorpusMaker.cases() {
            #expect(try CorpusCase(text: item.text) == item)
            guard item.kind != .http else { continue }
            let answer = try Self.judge.answer(to: item)
            #expect(item.isMet(by: answer) == true, "\(item.name): \(answer)")
            let opposite: CorpusAnswer = answer == .accepted ? .refused(codes: nil) : .accepted
            #expect(item.isMet(by: opposite) == false)
            if case .reject = item.expectation { #expect(item.isMet(by: .refused(codes: ["another.code"])) == false) }
        }
    }

    @Test("The lines of the library's page go through every case, and name none")
    func page() throws {
        var named: [String] = []
        func print(_ name: String) { named.append(name) }

        let judge = CorpusJudge()
        for item in try CorpusMaker.cases() where item.isMet(by: try judge.answer(to: item)) == false {
            print(item.name)
        }

        #expect(named == [])
    }

    @Test("Every kind has a case that is accepted and one that is refused")
    func kinds() throws {
        let made = try CorpusMaker.cases()
        for kind in CorpusKind.allCases {
            let words = Set(made.filter { $0.kind == kind }.map(\.expectation.word))
            #expect(words == ["accept", "reject"], "\(kind)")
        }
    }

    @Test("The page of the corpus has a row for every bug class and interop trap, and says rightly of each whether it has cases")
    func classes() throws {
        let used = Set(try CorpusMaker.cases().flatMap(\.classes))
        var rows: [String: Bool] = [:]
        for line in try CommittedCases.page().split(separator: "\n") where line.hasPrefix("| B") || line.hasPrefix("| T") {
            let cells = line.split(separator: "|").map { $0.trimming() }
            guard cells.count == 3, cells[0].dropFirst().allSatisfy(\.isNumber) else { continue }
            rows[cells[0]] = cells[2] == "cases"
        }
        #expect(Set(rows.keys) == Set((1...50).map { "B\($0)" } + (1...50).map { "T\($0)" }))
        #expect(Set(rows.filter { $0.value }.keys) == used)
    }

    @Test(
        "A verifier of one's own that looks at everything misses no case, and what another one does not know is named by the case it misses",
        arguments: [
            (OwnVerifier(), []), (OwnVerifier(knowsEnds: false), ["response-late"]),
            (OwnVerifier(knowsRevocation: false), ["response-signer-revoked"]),
        ] as [(OwnVerifier, [String])])
    func ownVerifier(_ yours: OwnVerifier, _ expected: [String]) throws {
        var missed: [String] = []
        for item in try CorpusMaker.cases() {
            // .accepted, .refused(codes: nil), or .undecided(why)
            let answer = try yours.answer(to: item)
            if item.isMet(by: answer) == false { missed.append(item.name) }
        }
        #expect(missed == expected)
    }

    @Test("A verifier of one's own decides every case of an answer to a website, and no other")
    func decided() throws {
        for item in try CorpusMaker.cases() {
            #expect((item.isMet(by: try OwnVerifier().answer(to: item)) != nil) == (item.kind == .response), "\(item.name)")
        }
    }

    @Test(
        "A text that is no case is refused",
        arguments: [
            "", "mdoc corpus 2\n", "mdoc corpus 1\nname: x\n", good.replacing("expect: accept", with: "expect: reject"),
            good.replacing("expect: accept", with: "expect: accept\ncode: c"), good.replacing("expect: accept", with: "expect: perhaps"),
            good.replacing("kind: cbor", with: "kind: other"), good.replacing("name: x", with: "name: x\nname: y"),
            good.replacing("name: x\nkind: cbor", with: "kind: cbor\nname: x"), good.replacing("expect: accept", with: "expect: accept\nsecret-sauce: 1"),
            good.replacing("AA==", with: "not base64"), String(good.dropLast()),
        ])
    func malformed(_ text: String) throws {
        #expect(throws: CorpusFormatError.self) { try CorpusCase(text: text) }
        #expect(try CorpusCase(text: Self.good).bytes == [0])
    }
}

extension Substring {
    /// Without the blanks around it.
    fileprivate func trimming() -> String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
