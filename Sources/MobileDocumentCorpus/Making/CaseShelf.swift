/// Cases of one kind that are being made, with what most of them are judged by.
struct CaseShelf {
    let kind: CorpusKind
    var inputs: [CorpusInput]
    private(set) var cases: [CorpusCase] = []

    init(_ kind: CorpusKind, _ inputs: [CorpusInput] = []) {
        self.kind = kind
        self.inputs = inputs
    }

    /// Adds a case that is in order.
    mutating func accept(_ name: String, _ about: String, _ classes: [String], _ bytes: [UInt8], inputs: [CorpusInput]? = nil) {
        add(name, .accept, about, classes, bytes, inputs)
    }

    /// Adds a case that is refused.
    mutating func reject(
        _ name: String, _ code: String, _ about: String, _ classes: [String], _ bytes: [UInt8], inputs: [CorpusInput]? = nil
    ) {
        add(name, .reject(code: code), about, classes, bytes, inputs)
    }

    private mutating func add(
        _ name: String, _ expectation: CorpusExpectation, _ about: String, _ classes: [String], _ bytes: [UInt8], _ inputs: [CorpusInput]?
    ) {
        cases.append(
            CorpusCase(
                name: "\(kind.rawValue)-\(name)", kind: kind, about: about, classes: classes, expectation: expectation, inputs: inputs ?? self.inputs,
                bytes: bytes))
    }
}
