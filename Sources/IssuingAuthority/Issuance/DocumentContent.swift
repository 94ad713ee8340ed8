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

    /// Everything in which the content departs from the catalogues, or from what can be read again, one sentence each; empty when it is in
    /// order.
    public var faults: [String] { faults(by: .builtIn) }

    /// The same by tables of somebody's own.
    public func faults(by tables: ElementTables) -> [String] {
        var faults: [String] = []
        var seen: Set<ElementReference> = []
        if elements.isEmpty { faults.append("the document has no elements") }
        if !Self.isName(docType.rawValue) { faults.append("the document's type must have 1 to \(ElementReference.maximumIdentifierBytes) bytes") }
        for element in elements {
            if !seen.insert(element.reference).inserted { faults.append("\(element.reference) is given twice") }
            let catalogue = ElementCatalogue(of: element.reference.nameSpace, in: tables)
            let definition = catalogue?.definition(of: element.reference.identifier)
            if let catalogue, catalogue.isClosed, definition == nil {
                faults.append("\(element.reference) is not an element of this namespace; domestic data belongs in a namespace of its own")
            }
            if let fault = Self.fault(in: element, of: definition?.type ?? .any) { faults.append("\(element.reference) \(fault)") }
        }
        for reference in mandatory(by: tables) where !seen.contains(reference) { faults.append("\(reference) is mandatory and missing") }
        if case .text(let country)? = self[.mobileDrivingLicence, "issuing_country"],
            case .text(let jurisdiction)? = self[.mobileDrivingLicence, "issuing_jurisdiction"], !jurisdiction.utf8.starts(with: "\(country)-".utf8)
        {
            faults.append("issuing_jurisdiction must be a code that begins with the issuing_country and a hyphen")
        }
        return faults
    }

    /// What every document of the type has, as far as one namespace is the whole of it: in others it depends on the profile.
    private func mandatory(by tables: ElementTables) -> [ElementReference] {
        let nameSpace: NameSpace = docType == .mobileDrivingLicence ? .mobileDrivingLicence : NameSpace(rawValue: docType.rawValue)
        let references = (ElementCatalogue(of: nameSpace, in: tables)?.definitions ?? []).filter(\.isMandatory).map(\.reference)
        // A person may opt out of the portrait of a European identity.
        return references.filter { $0 != ElementReference("eu.europa.ec.eudi.pid.1", "portrait") }
    }

    /// Levels of arrays, maps and tags in a value. Readers go `CBORLimits.standard.depth` levels deep, of which eight lie around a value in a
    /// response: the response, its documents, one of them, its issuer-signed half, the namespaces, the items of one, one of them, and its map.
    private static let valueLimits = CBORLimits(depth: CBORLimits.standard.depth - 8)

    /// What is wrong with an element: it would not be read, its value is none that its type or a standard allows, or a date is written
    /// otherwise than it is issued.
    private static func fault(in element: Element, of type: ElementType) -> String? {
        guard isName(element.reference.nameSpace.rawValue), isName(element.reference.identifier.rawValue) else {
            return "must have a namespace and a name of 1 to \(ElementReference.maximumIdentifierBytes) bytes"
        }
        do throws(CBORError) {
            _ = try CBORItem(element.value.encoded[...], limits: valueLimits)
        } catch {
            return "would not be read: \(error)"
        }
        let requirement = type.accepts(element.value) ? ClosedValues.requirement(of: element) : type.requirement
        if let requirement { return "must be \(requirement)" }
        return isInDateForm(element.value) ? nil : "has a date in another form than 1998-09-04 or 2026-06-01T12:00:00Z"
    }

    private static func isName(_ text: String) -> Bool { (1...ElementReference.maximumIdentifierBytes).contains(text.utf8.count) }

    /// Whether every date in a value is written as mdocs carry it: whole seconds, `Z`.
    private static func isInDateForm(_ value: CBORValue) -> Bool {
        switch value {
        case .tagged(0, .text(let text)): Instant(text)?.description == text
        case .tagged(1004, .text(let text)): CalendarDate(text)?.description == text
        case .tagged(_, let value): isInDateForm(value)
        case .array(let elements): elements.allSatisfy(isInDateForm)
        case .map(let entries): entries.allSatisfy { isInDateForm($0.value) }
        default: true
        }
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
