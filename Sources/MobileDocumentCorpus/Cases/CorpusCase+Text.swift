/// The form of a case as a file: a first line that names the format, one line for each fact, an empty line, and the bytes in base64.
extension CorpusCase {
    /// The first line of every case.
    public static let firstLine = "mdoc corpus 1"

    /// Reads the text of a file.
    ///
    /// - Throws: `CorpusFormatError` with what is wrong. Unknown names, repeated facts and another order are refused: a case has one form.
    public init(text: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.first == Self.firstLine else { throw CorpusFormatError("the first line is not \"\(Self.firstLine)\"") }
        lines.removeFirst()
        guard let gap = lines.firstIndex(of: "") else { throw CorpusFormatError("no empty line ends the facts") }
        var facts: [String: String] = [:]
        var classes: [String] = []
        var inputs: [CorpusInput] = []
        for line in lines[..<gap] {
            guard let end = line.firstRange(of: ": ") else { throw CorpusFormatError("the line is no \"name: value\": \(line.prefix(40))") }
            let (name, value) = (String(line[..<end.lowerBound]), String(line[end.upperBound...]))
            if name == "class" {
                classes.append(value)
            } else if let input = CorpusInput.Name(rawValue: name) {
                inputs.append(CorpusInput(input, value))
            } else if Self.facts.contains(name), facts[name] == nil {
                facts[name] = value
            } else {
                throw CorpusFormatError("the name is not known, or stands twice: \(name.prefix(40))")
            }
        }
        func fact(_ name: String) throws -> String {
            guard let value = facts[name] else { throw CorpusFormatError("there is no \(name)") }
            return value
        }
        guard let kind = CorpusKind(rawValue: try fact("kind")) else { throw CorpusFormatError("there is no such kind") }
        let expectation: CorpusExpectation
        switch try fact("expect") {
        case "accept" where facts["code"] == nil: expectation = .accept
        case "reject": expectation = .reject(code: try fact("code"))
        default: throw CorpusFormatError("what is expected is neither accept nor reject with a code")
        }
        self.init(
            name: try fact("name"), kind: kind, about: try fact("about"), classes: classes, expectation: expectation, inputs: inputs,
            bytes: try Base64Lines.decode(lines[(gap + 1)...].joined()))
        guard self.text == text else { throw CorpusFormatError("the case is not in the one form that there is") }
    }

    /// The text of its file.
    public var text: String {
        var lines = [Self.firstLine, "name: \(name)", "kind: \(kind.rawValue)", "about: \(about)"]
        lines += classes.map { "class: \($0)" }
        lines.append("expect: \(expectation.word)")
        if case .reject(let code) = expectation { lines.append("code: \(code)") }
        lines += inputs.map { "\($0.name.rawValue): \($0.value)" }
        return lines.joined(separator: "\n") + "\n\n" + Base64Lines.lines(bytes)
    }

    private static let facts: Set<String> = ["name", "kind", "about", "expect", "code"]
}
