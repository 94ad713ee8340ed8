import Foundation

/// A parsed OpenAPI document that answers are held against.
struct ServiceDescription {
    private let document: [String: Any]

    init(_ data: Data) throws {
        guard let document = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw RegistrarWorld.Missing() }
        self.document = document
    }

    private var paths: [String: [String: Any]] { document["paths"] as? [String: [String: Any]] ?? [:] }

    /// Method and path of everything described.
    var operations: Set<String> { Set(paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } }) }

    /// The described operation of a request.
    func operation(_ method: String, _ path: String) -> String? {
        let parts = path.split(separator: "/")
        return operations.first { operation in
            let words = operation.split(separator: " ")
            let pattern = words[1].split(separator: "/")
            return words[0] == method && pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0 == $1 || $0.first == "{" }
        }
    }

    /// What about an answer is not as described.
    func faults(of status: Int, _ mediaType: String?, _ body: Data, to operation: String) -> [String] {
        let words = operation.split(separator: " ").map(String.init)
        let responses = (paths[words[1]]?[words[0].lowercased()] as? [String: Any])?["responses"] as? [String: Any]
        guard let response = responses?["\(status)"] as? [String: Any] else { return ["\(operation): status \(status) is not described"] }
        let content = response["content"] as? [String: [String: Any]] ?? [:]
        guard let mediaType else { return content.isEmpty && body.isEmpty ? [] : ["\(operation) \(status): no media type"] }
        guard let described = content[mediaType] else { return ["\(operation) \(status): \(mediaType) is not described"] }
        guard let schema = described["schema"] as? [String: Any] else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: body) else { return ["\(operation) \(status): not JSON"] }
        return faults(of: value, schema, at: "\(operation) \(status)")
    }

    private func faults(of value: Any, _ schema: [String: Any], at place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]]
            guard let target = schemas?[name] else { return ["\(place): \(reference) is nowhere"] }
            return faults(of: value, target, at: place)
        }
        switch schema["type"] as? String {
        case "object":
            guard let object = value as? [String: Any] else { return ["\(place): not an object"] }
            if let each = schema["additionalProperties"] as? [String: Any] {
                return object.flatMap { faults(of: $0.value, each, at: "\(place).\($0.key)") }
            }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            let missing = Set(schema["required"] as? [String] ?? []).subtracting(object.keys).map { "\(place): \($0) is missing" }
            let unknown = Set(object.keys).subtracting(properties.keys).map { "\(place): \($0) is not described" }
            return missing + unknown + object.flatMap { member in properties[member.key].map { faults(of: member.value, $0, at: "\(place).\(member.key)") } ?? [] }
        case "array":
            guard let array = value as? [Any], let items = schema["items"] as? [String: Any] else { return ["\(place): not an array"] }
            return array.flatMap { faults(of: $0, items, at: "\(place)[]") }
        case "string":
            guard let text = value as? String else { return ["\(place): not a string"] }
            guard let words = schema["enum"] as? [String], !words.contains(text) else { return [] }
            return ["\(place): \(text) is not described"]
        case "integer", "boolean": return value is NSNumber ? [] : ["\(place): not a number or truth value"]
        default: return ["\(place): no type"]
        }
    }
}
