public import CBOR

/// What may be driven (ISO/IEC 18013-5, 7.2.4). Temporary and other special licences differ from others here.
public struct DrivingPrivilege: Sendable, Hashable {
    /// A restriction or condition.
    public struct Code: Sendable, Hashable {
        /// Its code, ISO/IEC 18013-2, annex A.
        public let code: String
        /// `=`, `>=` or the like, where it has a value.
        public let sign: String?
        /// Its value.
        public let value: String?

        init?(_ value: CBORValue) {
            guard let members = TextMembers(value), let code = members.text("code") else { return nil }
            guard let sign = members.optionalText("sign"), let number = members.optionalText("value") else { return nil }
            self.code = code
            self.sign = sign.value
            self.value = number.value
        }
    }

    /// The category of vehicle, ISO/IEC 18013-1.
    public let category: String
    /// Since when.
    public let issueDate: CalendarDate?
    /// Until when.
    public let expiryDate: CalendarDate?
    /// Restrictions and conditions.
    public let codes: [Code]

    /// Reads one of a document's privileges; nil where it has not the standard's form. Further members are ignored, and a date may lack its tag.
    public init?(_ value: CBORValue) {
        guard let members = TextMembers(value), let category = members.text("vehicle_category_code") else { return nil }
        guard let issueDate = members.deployedDate("issue_date"), let expiryDate = members.deployedDate("expiry_date") else { return nil }
        guard let entries = members.array("codes") else { return nil }
        // A restriction that cannot be read must not read as none.
        let codes = entries.compactMap(Code.init)
        guard codes.count == entries.count else { return nil }
        self.category = category
        self.issueDate = issueDate.value
        self.expiryDate = expiryDate.value
        self.codes = codes
    }

    /// All privileges of a `driving_privileges` element, none left out; nil where one cannot be read.
    public static func all(in value: CBORValue) -> [DrivingPrivilege]? {
        guard case .array(let values) = value else { return nil }
        let privileges = values.compactMap(DrivingPrivilege.init)
        return privileges.count == values.count ? privileges : nil
    }
}

extension DrivingPrivilege: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not what may be driven.
    public var description: String { "driving privilege" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the person by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DrivingPrivilege.Code: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the restriction.
    public var description: String { "restriction or condition" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the person by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
