/// One flaw, or one oddity that is none: the bytes, what they are judged by, and what must come of it.
public struct CorpusCase: Sendable, Hashable {
    /// What its file is called, without `.txt`.
    public let name: String
    /// What the bytes are.
    public let kind: CorpusKind
    /// One sentence: what is special about it.
    public let about: String
    /// The bug classes (`B1`) and interop traps (`T1`) it belongs to, as the page of the corpus numbers them; may be none.
    public let classes: [String]
    /// What must come of it.
    public let expectation: CorpusExpectation
    /// What it is judged by, in the order of the file.
    public let inputs: [CorpusInput]
    /// The bytes.
    public let bytes: [UInt8]

    /// Describes a case.
    public init(
        name: String, kind: CorpusKind, about: String, classes: [String], expectation: CorpusExpectation, inputs: [CorpusInput], bytes: [UInt8]
    ) {
        self.name = name
        self.kind = kind
        self.about = about
        self.classes = classes
        self.expectation = expectation
        self.inputs = inputs
        self.bytes = bytes
    }

    /// Whether an answer is the one that must come; nil for one that does not decide.
    public func isMet(by answer: CorpusAnswer) -> Bool? {
        switch (answer, expectation) {
        case (.undecided, _): nil
        case (.accepted, .accept): true
        case (.refused(let codes), .reject(let code)): codes?.contains(code) ?? true
        case (.accepted, .reject), (.refused, .accept): false
        }
    }

    /// The texts of all inputs of a name.
    func all(_ name: CorpusInput.Name) -> [String] { inputs.filter { $0.name == name }.map(\.value) }

    /// The text of an input.
    func value(_ name: CorpusInput.Name) throws -> String {
        guard let value = all(name).first else { throw CorpusFormatError("the case has no \(name.rawValue)") }
        return value
    }

    /// The bytes of an input.
    func binary(_ name: CorpusInput.Name) throws -> [UInt8] { try Base64Lines.decode(value(name)) }

    /// The bytes of an input; nil where there is none.
    func binary(ifAny name: CorpusInput.Name) throws -> [UInt8]? { try all(name).first.map(Base64Lines.decode) }
}
