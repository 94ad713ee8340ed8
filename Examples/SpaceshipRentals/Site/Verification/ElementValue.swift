/// An element's value in the service's JSON.
enum ElementValue: Decodable, Sendable {
    case text(String)
    case number(Int)
    case boolean(Bool)
    /// What may be driven, by its categories.
    case privileges([String])
    /// A list or an object of another form, which this site asks for nowhere.
    case other

    private struct Privilege: Decodable {
        let category: String

        private enum CodingKeys: String, CodingKey {
            case category = "vehicle_category_code"
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Privilege].self), !value.isEmpty {
            self = .privileges(value.map(\.category))
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
        case .privileges(let categories): categories.joined(separator: ", ")
        case .other: "given"
        }
    }
}
