/// The members of a JSON object that are text; all others are ignored.
struct TextMembers: Decodable {
    private var members: [String: String] = [:]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys {
            if let text = try? container.decode(String.self, forKey: key) { members[key.stringValue] = text }
        }
    }

    /// The text of a member, or of the only one whose name contains this one, such as `deviceResponseHex`.
    subscript(name: String) -> String? {
        if let text = members[name] { return text }
        let similar = members.filter { $0.key.lowercased().contains(name.lowercased()) }
        return similar.count == 1 ? similar.values.first : nil
    }
}
