public import CBOR
public import IdentityElements

extension ElementType {
    /// Whether a value is of this kind.
    public func accepts(_ value: CBORValue) -> Bool {
        switch (self, value) {
        case (.any, _): true
        case (.text, .text): true
        case (.latinText, .text(let text)): text.unicodeScalars.count <= 150 && text.unicodeScalars.allSatisfy { $0.value < 0x100 }
        case (.countryCode, .text(let text)), (.countryCodes, .text(let text)):
            text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        case (.countryCodes, .array(let codes)): !codes.isEmpty && codes.allSatisfy(ElementType.countryCode.accepts)
        case (.bytes, .bytes): true
        case (.picture, .bytes(let bytes)): Self.pictureSignatures.contains { bytes.starts(with: $0) }
        case (.unsigned, .unsigned): true
        case (.boolean, .boolean): true
        case (.fullDate, .tagged(1004, .text(let text))), (.date, .tagged(1004, .text(let text))), (.birthDate, .tagged(1004, .text(let text))):
            CalendarDate(text) != nil
        case (.dateTime, .tagged(0, .text(let text))), (.date, .tagged(0, .text(let text))): DateText.dateTime(text) != nil
        case (.birthDate, .map(let entries)):
            entries.contains { $0.key == .text("birth_date") && ElementType.fullDate.accepts($0.value) }
                && entries.allSatisfy { $0.key != .text("approximate_mask") || ElementType.text.accepts($0.value) }
        case (.place, .map(let entries)):
            entries.contains { Self.placeMembers.contains($0.key) }
                && entries.allSatisfy { !Self.placeMembers.contains($0.key) || ElementType.text.accepts($0.value) }
        case (.drivingPrivileges, .array(let privileges)): privileges.allSatisfy { DrivingPrivilege($0) != nil && !Self.hasPlainDate($0) }
        case (.domesticDrivingPrivileges, .array(let privileges)): privileges.allSatisfy { DomesticDrivingPrivilege($0) != nil && !Self.hasPlainDate($0) }
        case (.myNumber, .text(let text)): MyNumber(text) != nil
        case (.array, .array): true
        default: false
        }
    }

    /// Whether a date of a privilege lacks its tag: such a one is read, and is not what belongs there.
    private static func hasPlainDate(_ value: CBORValue) -> Bool {
        guard case .map(let entries) = value else { return false }
        // A domestic one has its dates beside its class.
        let dated = entries.first { $0.key == .text("domestic_vehicle_class") }?.value ?? value
        guard case .map(let entries) = dated else { return false }
        return entries.contains { entry in
            guard case .text = entry.value else { return false }
            return dateMembers.contains(entry.key)
        }
    }

    private static let dateMembers: [CBORValue] = [.text("issue_date"), .text("expiry_date")]

    private static let placeMembers: [CBORValue] = [.text("country"), .text("region"), .text("locality")]

    private static let pictureSignatures: [[UInt8]] = [
        [0xff, 0xd8, 0xff],
        [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20],
        [0xff, 0x4f, 0xff, 0x51],
    ]
}
