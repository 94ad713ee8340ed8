/// Any JSON, told apart as schemas tell it apart: true is no number, and null is there.
indirect enum JSONContent: Sendable, Equatable, Decodable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array([JSONContent])
    case object([String: JSONContent])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONContent].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONContent].self))
        }
    }

    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var elements: [JSONContent]? { if case .array(let elements) = self { elements } else { nil } }
    var members: [String: JSONContent]? { if case .object(let members) = self { members } else { nil } }

    subscript(_ name: String) -> JSONContent? { members?[name] }

    /// Whether it is what a schema calls by this name.
    func isOfType(_ name: String) -> Bool {
        switch (name, self) {
        case ("null", .null), ("boolean", .boolean), ("number", .number), ("string", .text), ("array", .array), ("object", .object): true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
