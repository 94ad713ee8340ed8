/// JSON as far as input detection looks into it.
indirect enum JSONTree: Decodable {
    case object([String: JSONTree])
    case array([JSONTree])
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let members = try? value.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let elements = try? value.decode([JSONTree].self) {
            self = .array(elements)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .other
        }
    }
}
