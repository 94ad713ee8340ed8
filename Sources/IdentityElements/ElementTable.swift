/// The elements known for one namespace. It informs people and issuers; an element it does not know is still requested, released and verified.
public struct ElementTable: Sendable, Hashable {
    /// One element.
    public struct Entry: Sendable, Hashable {
        /// Its identifier. `age_over_NN` stands for every two digits, a `_*` at the end for every further name.
        public let identifier: String
        /// What its value is.
        public let type: ElementType
        /// Whether every document has it; not whether it must be released.
        public let isMandatory: Bool
        /// How much care it needs.
        public let sensitivity: ElementSensitivity
        /// Its name for people, in the order of `DisplayLanguage`.
        let names: [String]

        /// Its name for people.
        public func displayName(in language: DisplayLanguage) -> String { names[language.column] }

        /// The entry of one member of a family, such as `age_over_21`, with its threshold in the place of `NN`.
        func member(_ identifier: String, threshold: Int? = nil) -> Entry {
            let named = threshold.map { years in names.map { $0.split(separator: "NN", omittingEmptySubsequences: false).joined(separator: "\(years)") } }
            return Entry(identifier: identifier, type: type, isMandatory: false, sensitivity: sensitivity, names: named ?? names)
        }
    }

    /// The namespace.
    public let nameSpace: String
    /// Whether only these elements may stand in it; other namespaces are open to more.
    public let isClosed: Bool
    /// The elements, in the table's order.
    public let entries: [Entry]
    private let names: [String]
    private let index: [String: Int]

    init(_ nameSpace: String, isClosed: Bool, names: [String], entries: [Entry]) {
        self.nameSpace = nameSpace
        self.isClosed = isClosed
        self.names = names
        self.entries = entries
        index = Dictionary(entries.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Its name for people; its identifier where the table gives it none.
    public func displayName(in language: DisplayLanguage) -> String { names.isEmpty ? nameSpace : names[language.column] }

    /// The entry of an element; families such as `age_over_NN` included.
    public func entry(of identifier: String) -> Entry? {
        // Text that is not ASCII can equal ASCII text without having its bytes.
        guard identifier.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        if let position = index[identifier] { return entries[position] }
        if let threshold = AgeThreshold(ofElement: identifier), let family = index[AgeThreshold.family] {
            return entries[family].member(identifier, threshold: threshold.years)
        }
        return entries.first { $0.identifier.hasSuffix("_*") && identifier.hasPrefix($0.identifier.dropLast()) }?.member(identifier)
    }
}
