public import CBOR

/// What may be driven under North American classes (AAMVA mDL implementation guidelines). Prefer it to `DrivingPrivilege` for licences of the
/// United States.
public struct DomesticDrivingPrivilege: Sendable, Hashable {
    /// A class, restriction or endorsement: a code and what it means.
    public struct Term: Sendable, Hashable {
        /// The jurisdiction's code.
        public let code: String?
        /// Its meaning in words.
        public let description: String?
    }

    /// The class of vehicle; nil where only restrictions or endorsements are stated.
    public let vehicleClass: Term?
    /// Since when.
    public let issueDate: CalendarDate?
    /// Until when.
    public let expiryDate: CalendarDate?
    /// What is required of the driver.
    public let restrictions: [Term]
    /// What may be driven beyond the class.
    public let endorsements: [Term]

    /// Reads one of a document's privileges; nil where it has not the form of the guidelines. Further members are ignored, and a date may lack its
    /// tag.
    public init?(_ value: CBORValue) {
        guard let members = TextMembers(value) else { return nil }
        var dated = members
        var vehicleClass: Term?
        if let value = members["domestic_vehicle_class"] {
            guard let described = TextMembers(value), let term = Self.term(described, "class") else { return nil }
            dated = described
            vehicleClass = term
        }
        guard let issueDate = dated.deployedDate("issue_date"), let expiryDate = dated.deployedDate("expiry_date"),
            let restrictions = Self.terms(members, "restriction"), let endorsements = Self.terms(members, "endorsement")
        else { return nil }
        self.vehicleClass = vehicleClass
        self.issueDate = issueDate.value
        self.expiryDate = expiryDate.value
        self.restrictions = restrictions
        self.endorsements = endorsements
    }

    /// All privileges of a `domestic_driving_privileges` element, none left out; nil where one cannot be read.
    public static func all(in value: CBORValue) -> [DomesticDrivingPrivilege]? {
        guard case .array(let values) = value else { return nil }
        let privileges = values.compactMap(DomesticDrivingPrivilege.init)
        return privileges.count == values.count ? privileges : nil
    }

    /// A list of terms, none left out; nil where one cannot be read, for a restriction must not read as none.
    private static func terms(_ members: TextMembers, _ kind: String) -> [Term]? {
        guard let entries = members.array("domestic_vehicle_\(kind)s") else { return nil }
        let terms = entries.compactMap { TextMembers($0).flatMap { term($0, kind) } }
        return terms.count == entries.count ? terms : nil
    }

    private static func term(_ members: TextMembers, _ kind: String) -> Term? {
        guard let code = members.optionalText("domestic_vehicle_\(kind)_code"),
            let description = members.optionalText("domestic_vehicle_\(kind)_description")
        else { return nil }
        return Term(code: code.value, description: description.value)
    }
}

extension DomesticDrivingPrivilege: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not what may be driven.
    public var description: String { "domestic driving privilege" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the person by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DomesticDrivingPrivilege.Term: CustomDebugStringConvertible, CustomReflectable {
    /// Neither code nor meaning.
    public var debugDescription: String { "class, restriction or endorsement" }
    /// No children, so nothing prints the person by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
