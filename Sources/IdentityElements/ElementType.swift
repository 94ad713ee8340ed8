/// The kinds of value that element tables distinguish.
public enum ElementType: String, Sendable, Hashable {
    /// Text.
    case text
    /// Text of at most 150 Latin-1 characters.
    case latinText
    /// Two capital letters, ISO 3166-1.
    case countryCode
    /// One or several country codes: an array of them, or in older documents a single one.
    case countryCodes
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
    /// A calendar date, or a map of one and of the parts of it that are approximate (ISO/IEC 23220-2).
    case birthDate
    /// A map of `country`, `region` and `locality`, at least one of them.
    case place
    /// Categories of vehicles (ISO/IEC 18013-5, 7.2.4).
    case drivingPrivileges
    /// Classes, restrictions and endorsements of North America (AAMVA mDL implementation guidelines).
    case domesticDrivingPrivileges
    /// Japan's individual number: text of 12 digits, the last of which checks the others.
    case myNumber
    /// Any array.
    case array
    /// Anything.
    case any
}
