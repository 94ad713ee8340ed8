/// An element's value in the service's JSON.
enum ElementValue: Decodable, Sendable {
    case text(String)
    case number(Int)
    case boolean(Bool)
    /// A list or an object, which this site asks for nowhere.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else {
            self = .other
        }
    }

    /// As people read it.
    var displayed: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .boolean(let boolean): boolean ? "Yes" : "No"
        case .other: "given"
        }
    }
}
