public import CBOR
public import IdentityElements
public import MobileDocument

/// What a document says: its type and its elements, before anything is signed.
public struct DocumentContent: Sendable {
    /// One element with its value.
    public struct Element: Sendable {
        /// Which element.
        public let reference: ElementReference
        /// Its value.
        public let value: CBORValue

        /// Makes an element.
        public init(_ reference: ElementReference, _ value: CBORValue) {
            self.reference = reference
            self.value = value
        }
    }

    /// The type of document.
    public let docType: DocType
    /// The elements, in the order they will have.
    public let elements: [Element]

    /// Describes a document.
    public init(docType: DocType, elements: [Element]) {
        self.docType = docType
        self.elements = elements
    }

    /// The value of an element.
    public subscript(nameSpace: NameSpace, identifier: ElementIdentifier) -> CBORValue? {
        let reference = ElementReference(nameSpace, identifier)
        return elements.first { $0.reference == reference }?.value
    }

    /// Everything in which the content departs from the catalogues, one sentence each; empty when it is in order.
    public var faults: [String] { faults(by: .builtIn) }

    /// The same by tables of somebody's own.
    public func faults(by tables: ElementTables) -> [String] {
        var faults: [String] = []
        var seen: Set<ElementReference> = []
        if elements.isEmpty { faults.append("the document has no elements") }
        for element in elements {
            if !seen.insert(element.reference).inserted { faults.append("\(element.reference) is given twice") }
            guard let catalogue = ElementCatalogue(of: element.reference.nameSpace, in: tables) else { continue }
            guard let definition = catalogue.definition(of: element.reference.identifier) else {
                guard catalogue.isClosed else { continue }
                faults.append("\(element.reference) is not an element of this namespace; domestic data belongs in a namespace of its own")
                continue
            }
            if !definition.type.accepts(element.value) { faults.append("\(element.reference) must be \(definition.type.requirement)") }
        }
        if docType == .mobileDrivingLicence {
            for definition in ElementCatalogue.of(.mobileDrivingLicence)?.definitions ?? [] where definition.isMandatory && !seen.contains(definition.reference) {
                faults.append("\(definition.reference) is mandatory and missing")
            }
        }
        return faults
    }
}

extension DocumentContent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type and the number of elements.
    public var description: String { "\(docType) with \(elements.count) elements" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints elements by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ElementType {
    /// What a value must be, for an error message.
    var requirement: String {
        switch self {
        case .text: "text"
        case .latinText: "text of at most 150 Latin-1 characters"
        case .countryCode: "two capital letters (ISO 3166-1)"
        case .countryCodes: "a list of codes of two capital letters (ISO 3166-1)"
        case .bytes: "bytes"
        case .picture: "a JPEG or JPEG 2000 picture"
        case .unsigned: "a whole number"
        case .boolean: "true or false"
        case .fullDate: "a date such as 1998-09-04"
        case .dateTime: "a date and time such as 2026-06-01T12:00:00Z"
        case .date: "a date such as 1998-09-04 or 2026-06-01T12:00:00Z"
        case .birthDate: "a date such as 1998-09-04, or {birth_date, approximate_mask?}"
        case .place: "a map of country, region and locality, at least one"
        case .drivingPrivileges: "a list of {vehicle_category_code, issue_date?, expiry_date?, codes?}"
        case .domesticDrivingPrivileges: "a list of {domestic_vehicle_class?, domestic_vehicle_restrictions?, domestic_vehicle_endorsements?}"
        case .myNumber: "12 digits of which the last checks the others"
        case .array: "a list"
        case .any: "anything"
        }
    }
}
