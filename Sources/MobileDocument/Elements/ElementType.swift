public import CBOR

/// The kinds of value that element catalogues distinguish.
public enum ElementType: String, Sendable, Hashable {
    /// Text.
    case text
    /// Text of at most 150 Latin-1 characters.
    case latinText
    /// Two capital letters, ISO 3166-1.
    case countryCode
    /// Bytes.
    case bytes
    /// A JPEG or JPEG 2000 picture.
    case picture
    /// An unsigned integer.
    case unsigned
    /// True or false.
    case boolean
    /// A calendar date, tag 1004.
    case fullDate
    /// A date and time, tag 0.
    case dateTime
    /// A calendar date or a date and time.
    case date
    /// Categories of vehicles (ISO/IEC 18013-5, 7.2.4).
    case drivingPrivileges
    /// Any array.
    case array
    /// Anything.
    case any

    /// Whether a value is of this kind.
    public func accepts(_ value: CBORValue) -> Bool {
        switch (self, value) {
        case (.any, _): true
        case (.text, .text): true
        case (.latinText, .text(let text)): text.unicodeScalars.count <= 150 && text.unicodeScalars.allSatisfy { $0.value < 0x100 }
        case (.countryCode, .text(let text)):
            text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        case (.bytes, .bytes): true
        case (.picture, .bytes(let bytes)): Self.pictureSignatures.contains { bytes.starts(with: $0) }
        case (.unsigned, .unsigned): true
        case (.boolean, .boolean): true
        case (.fullDate, .tagged(1004, .text(let text))), (.date, .tagged(1004, .text(let text))): CalendarDate(text) != nil
        case (.dateTime, .tagged(0, .text(let text))), (.date, .tagged(0, .text(let text))): DateText.dateTime(text) != nil
        case (.drivingPrivileges, .array(let privileges)): privileges.allSatisfy(Self.isDrivingPrivilege)
        case (.array, .array): true
        default: false
        }
    }

    private static let pictureSignatures: [[UInt8]] = [
        [0xff, 0xd8, 0xff],
        [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20],
        [0xff, 0x4f, 0xff, 0x51],
    ]

    private static func isDrivingPrivilege(_ value: CBORValue) -> Bool {
        guard case .map(let entries) = value else { return false }
        var hasCategory = false
        for entry in entries {
            switch (entry.key, entry.value) {
            case (.text("vehicle_category_code"), .text): hasCategory = true
            case (.text("issue_date"), let date), (.text("expiry_date"), let date):
                guard ElementType.fullDate.accepts(date) else { return false }
            case (.text("codes"), .array): break
            case (.text("vehicle_category_code"), _), (.text("codes"), _): return false
            default: break
            }
        }
        return hasCategory
    }
}
