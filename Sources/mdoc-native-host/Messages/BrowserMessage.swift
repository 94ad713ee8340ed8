import MobileDocument

/// What the extension says (docs/extension.md, Messages).
enum BrowserMessage: Sendable, Hashable {
    /// Is a broker there?
    case ping
    /// A page asks.
    case present(data: [UInt8], origin: String)
    /// The request once more.
    case raw(data: [UInt8], origin: String)
    /// The page or the person took the request back.
    case cancel

    /// Most characters of a request, as scripts count them: UTF-16 code units.
    static let maximumDataCharacters = 1_048_576
    private static let maximumOriginBytes = 2048

    /// Reads a message: an object whose members are texts, each once.
    init(_ text: [UInt8]) throws(NativeMessageFault) {
        let members = try Self.members(text)
        func member(_ name: String) throws(NativeMessageFault) -> String {
            guard let value = members[name] else { throw .malformed }
            return value
        }
        switch members["type"] {
        case "ping": self = .ping
        case "present":
            guard try member("topOrigin") == member("origin") else { throw .malformed }
            self = .present(data: try Self.data(member("data")), origin: try Self.origin(member("origin")))
        case "raw": self = .raw(data: try Self.data(member("data")), origin: try Self.origin(member("origin")))
        case "cancel": self = .cancel
        default: throw .malformed
        }
    }

    private static func members(_ text: [UInt8]) throws(NativeMessageFault) -> [String: String] {
        var members: [String: String] = [:]
        do {
            var reader = JSONReader(text)
            try reader.readObject { reader, name throws(JSONReader.Malformed) in
                guard members.updateValue(try reader.readText(), forKey: name) == nil else { throw reader.malformed }
            }
            try reader.finish()
        } catch { throw .malformed }
        return members
    }

    private static func data(_ text: String) throws(NativeMessageFault) -> [UInt8] {
        guard text.utf16.count <= maximumDataCharacters else { throw .malformed }
        return Array(text.utf8)
    }

    private static func origin(_ text: String) throws(NativeMessageFault) -> String {
        guard text.utf8.count <= maximumOriginBytes else { throw .malformed }
        return text
    }
}
