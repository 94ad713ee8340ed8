import Foundation
import HTTPTypes
import Testing

/// The notice the OpenAPI document describes: every one that is sent must be like it.
enum DescribedNotice {
    /// Headers and members that are not as they are described, that are missing, or that are described nowhere.
    static func faults(of headers: HTTPFields, _ body: Data) throws -> [String] {
        let document = try DescribedAnswers.document()
        let webhooks = try #require(document["webhooks"] as? [String: [String: Any]])
        let operation = try #require(webhooks["sessionSettled"]?["post"] as? [String: Any])
        let parameters = try #require(operation["parameters"] as? [[String: Any]])
        var faults: [String] = []
        for parameter in parameters {
            let name = try #require(parameter["name"] as? String)
            let schema = try #require(parameter["schema"] as? [String: Any])
            let field = try #require(HTTPField.Name(name))
            if try !keeps(headers[field], to: schema) { faults.append(name) }
        }
        let components = try #require(document["components"] as? [String: [String: Any]])
        let schema = try #require(components["schemas"]?["Notice"] as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let required = try #require(schema["required"] as? [String])
        let members = try #require(JSONSerialization.jsonObject(with: body) as? [String: String])
        faults += required.filter { members[$0] == nil }
        for (name, value) in members {
            guard let property = properties[name], try keeps(value, to: property) else {
                faults.append(name)
                continue
            }
        }
        return faults
    }

    private static func keeps(_ value: String?, to schema: [String: Any]) throws -> Bool {
        guard let value else { return false }
        if let constant = schema["const"] as? String, value != constant { return false }
        if let allowed = schema["enum"] as? [String], !allowed.contains(value) { return false }
        if schema["format"] as? String == "date-time", ISO8601DateFormatter().date(from: value) == nil { return false }
        guard let pattern = schema["pattern"] as? String else { return true }
        let expression = try Regex(pattern)
        return value.wholeMatch(of: expression) != nil
    }
}
