/// A value of a D-Bus message, as far as Bluetooth and notifications have them.
enum BusValue: Sendable, Equatable {
    case text(String)
    case path(String)
    case flag(Bool)
    case unsigned(UInt32)
    case signed(Int32)
    case bytes([UInt8])
    case texts([String])
    /// Values by name: `a{sv}`, or with other values as read.
    case dictionary([String: BusValue])
    /// A value of another type, which is passed over.
    case other

    subscript(_ name: String) -> BusValue? {
        guard case .dictionary(let members) = self else { return nil }
        return members[name]
    }

    var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// Its type as D-Bus writes it.
    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .flag: "b"
        case .unsigned: "u"
        case .signed: "i"
        case .bytes: "ay"
        case .texts: "as"
        case .dictionary, .other: "a{sv}"
        }
    }
}

/// D-Bus's letters for types, as numbers.
enum BusType {
    static let text = Int32(UInt8(ascii: "s"))
    static let path = Int32(UInt8(ascii: "o"))
    static let flag = Int32(UInt8(ascii: "b"))
    static let unsigned = Int32(UInt8(ascii: "u"))
    static let signed = Int32(UInt8(ascii: "i"))
    static let byte = Int32(UInt8(ascii: "y"))
    static let array = Int32(UInt8(ascii: "a"))
    static let variant = Int32(UInt8(ascii: "v"))
    static let entry = Int32(UInt8(ascii: "e"))
}
