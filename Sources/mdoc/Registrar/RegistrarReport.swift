/// What a command of a registrar did: labels and values, for people or as a JSON object.
struct RegistrarReport: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let entries: [(label: String, value: String)]

    init(_ entries: KeyValuePairs<String, String>) { self.entries = entries.map { ($0.key, $0.value) } }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (label, value) in entries { try container.encode(value, forKey: Key(stringValue: label)) }
    }

    /// Prints it.
    func present(_ options: OutputOptions) throws {
        guard !options.json else { return try Console.print(json: self) }
        var page = Page()
        let width = entries.map(\.label.columns).max() ?? 0
        for (label, value) in entries { page.entry(label, labelStyle: .faint, value, indent: 0, width: width) }
        try Console.print(page)
    }
}
