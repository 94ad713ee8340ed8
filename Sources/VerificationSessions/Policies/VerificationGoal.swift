package import IdentityElements
public import MobileDocument

/// Something a website wants to know, in one word: `age_over_21`, `portrait`, `name`, or an element written in full as
/// `namespace/identifier`.
///
/// A word without a namespace is an element of the mobile driving licence, or one of the groups of `groups`.
public struct VerificationGoal: Sendable, Hashable, CustomStringConvertible {
    /// The word.
    public let description: String
    /// The elements that answer it, all of them.
    public let elements: [ElementReference]

    /// Longest word that is read.
    static let maximumBytes = 256

    /// Groups of elements of the mobile driving licence that one word asks for.
    public static let groups: [String: [ElementIdentifier]] = [
        "name": ["given_name", "family_name"],
        "address": ["resident_address", "resident_city", "resident_state", "resident_postal_code", "resident_country"],
        "issuer": ["issuing_authority", "issuing_country", "issuing_jurisdiction", "un_distinguishing_sign"],
    ]

    /// Reads a word.
    public init(_ text: String) throws(PolicyError) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw PolicyError(.goal, "a goal is 1 to \(Self.maximumBytes) visible ASCII characters, such as age_over_21 or portrait")
        }
        let elements = Self.elements(of: text)
        if text.contains("/") {
            guard elements.allSatisfy({ !$0.nameSpace.rawValue.isEmpty && !$0.identifier.rawValue.isEmpty }) else {
                throw PolicyError(.goal, "the goal \(text.excerpt) wants a namespace before the last / and an element after it")
            }
        } else if elements.contains(where: { ElementCatalogue.of(.mobileDrivingLicence)?.definition(of: $0.identifier) == nil }) {
            throw PolicyError(
                .goal,
                "the goal \(text.excerpt) is no element of \(NameSpace.mobileDrivingLicence) and no group (\(Self.groups.keys.sorted().joined(separator: ", "))); write elements of other namespaces in full, as namespace/identifier")
        }
        description = text
        self.elements = elements
    }

    /// Takes a word that was validated before it was stored.
    init(stored text: String) {
        description = text
        elements = Self.elements(of: text)
    }

    /// Those of the elements that are restricted by law, as tables say.
    func restrictedElements(by tables: ElementTables) -> [ElementName] {
        elements.map { ElementName($0) }.filter { tables.sensitivity(of: $0) == .restricted }
    }

    private static func elements(of text: String) -> [ElementReference] {
        if let slash = text.lastIndex(of: "/") {
            let (nameSpace, identifier) = (String(text[..<slash]), String(text[text.index(after: slash)...]))
            return [ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: identifier))]
        }
        return (groups[text] ?? [ElementIdentifier(rawValue: text)]).map { ElementReference(.mobileDrivingLicence, $0) }
    }
}

extension VerificationGoal: Codable {
    /// Reads the word.
    public init(from decoder: any Decoder) throws { try self.init(decoder.singleValueContainer().decode(String.self)) }

    /// Writes the word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Sequence<VerificationGoal> {
    /// The elements of all goals.
    package var elementNames: [ElementName] { flatMap { $0.elements.map { ElementName($0) } } }
}
