import MobileDocument

/// What a backend sends to start a session: a policy by name, or goals; and whether an app will answer it.
struct StartBody: Sendable {
    private(set) var policy: String?
    private(set) var goals: [String]?
    private(set) var reference: String?
    private(set) var inApp: Bool?

    /// Reads what was sent; nil where it is something else. A member that occurs twice is refused.
    init?(json bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        do throws(JSONReader.Malformed) {
            var names: Set<String> = []
            try reader.readObject { reader, name throws(JSONReader.Malformed) in
                guard names.insert(name).inserted else { throw reader.malformed }
                switch name {
                case "policy": policy = try reader.readOptional { reader throws(JSONReader.Malformed) in try reader.readText() }
                case "goals": goals = try reader.readOptional(Self.readGoals)
                case "reference": reference = try reader.readOptional { reader throws(JSONReader.Malformed) in try reader.readText() }
                case "inApp": inApp = try reader.readOptional { reader throws(JSONReader.Malformed) in try reader.readBoolean() }
                default: break
                }
            }
            try reader.finish()
        } catch { return nil }
    }

    private static func readGoals(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> [String] {
        var goals: [String] = []
        try reader.readArray { reader throws(JSONReader.Malformed) in goals.append(try reader.readText()) }
        return goals
    }
}
