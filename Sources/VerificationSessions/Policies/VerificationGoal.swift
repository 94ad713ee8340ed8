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
        description = text
        if let slash = text.lastIndex(of: "/") {
            let nameSpace = text[..<slash]
            let identifier = text[text.index(after: slash)...]
            guard !nameSpace.isEmpty, !identifier.isEmpty else {
                throw PolicyError(.goal, "the goal \"\(text)\" wants a namespace before the last / and an element after it")
            }
            elements = [ElementReference(NameSpace(rawValue: String(nameSpace)), ElementIdentifier(rawValue: String(identifier)))]
            return
        }
        let identifiers = Self.groups[text] ?? [ElementIdentifier(rawValue: text)]
        let catalogue = ElementCatalogue.mobileDrivingLicence
        for identifier in identifiers where catalogue.definition(of: identifier) == nil {
            throw PolicyError(
                .goal,
                "the goal \"\(text)\" is no element of \(NameSpace.mobileDrivingLicence) and no group (\(Self.groups.keys.sorted().joined(separator: ", "))); write elements of other namespaces in full, as namespace/identifier")
        }
        elements = identifiers.map { ElementReference(.mobileDrivingLicence, $0) }
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
