/// The elements known for a namespace, with their types and names. Adding a namespace is adding a table.
///
/// A catalogue informs people and issuers; an element it does not know is still requested, released and verified.
public struct ElementCatalogue: Sendable {
    /// The namespace.
    public let nameSpace: NameSpace
    /// The elements, in the table's order.
    public let definitions: [ElementDefinition]
    private let index: [ElementIdentifier: Int]

    /// Reads a table of lines `identifier | type | M or O | display name`.
    ///
    /// An identifier that ends in `_*` stands for every identifier with that beginning.
    init(_ nameSpace: NameSpace, table: String) {
        self.nameSpace = nameSpace
        definitions = table.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            guard cells.count == 4, let type = ElementType(rawValue: cells[1]) else { return nil }
            return ElementDefinition(
                reference: ElementReference(nameSpace, ElementIdentifier(rawValue: cells[0])), type: type,
                isMandatory: cells[2] == "M", displayName: cells[3])
        }
        index = Dictionary(
            definitions.enumerated().map { ($1.reference.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The definition of an element; families such as `age_over_NN` included.
    public func definition(of identifier: ElementIdentifier) -> ElementDefinition? {
        if let position = index[identifier] { return definitions[position] }
        let reference = ElementReference(nameSpace, identifier)
        if nameSpace == .mobileDrivingLicence, let age = AgeAttestation.threshold(of: identifier) {
            return ElementDefinition(reference: reference, type: .boolean, isMandatory: false, displayName: "Age over \(age)")
        }
        guard
            let family = definitions.first(where: {
                $0.reference.identifier.rawValue.hasSuffix("_*")
                    && identifier.rawValue.hasPrefix($0.reference.identifier.rawValue.dropLast())
            })
        else { return nil }
        return ElementDefinition(reference: reference, type: family.type, isMandatory: false, displayName: family.displayName)
    }

    /// All built-in catalogues.
    public static let all: [ElementCatalogue] = [.mobileDrivingLicence, .aamva]

    /// The catalogue of a namespace.
    public static func of(_ nameSpace: NameSpace) -> ElementCatalogue? { all.first { $0.nameSpace == nameSpace } }

    /// The name people see for an element; its identifier where no catalogue knows it, never nothing.
    public static func displayName(of element: ElementReference) -> String {
        of(element.nameSpace)?.definition(of: element.identifier)?.displayName ?? element.identifier.rawValue
    }
}
