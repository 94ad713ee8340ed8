import Foundation
import Testing

/// Holds JSON to the schemas of the OpenAPI document.
enum DescribedValue {
    /// Where a value is not as a schema has it; empty where all of it is.
    ///
    /// - Parameter isClosed: whether a member that is described nowhere is a fault. It is in what the service sends: nobody could know of it.
    static func faults(of value: JSONContent, by schema: JSONContent, isClosed: Bool, at place: String = "") throws -> [String] {
        let rules = try #require(schema.members, "\(place) has no schema")
        guard rules["$ref"] == nil else {
            return try faults(of: value, by: DescribedAnswers.resolved(schema), isClosed: isClosed, at: place)
        }
        var found = try memberFaults(of: value, by: rules, isClosed: isClosed, at: place)
        for (keyword, rule) in rules {
            switch keyword {
            case "description", "properties", "additionalProperties": continue
            case "items":
                for (index, element) in (value.elements ?? []).enumerated() {
                    found += try faults(of: element, by: rule, isClosed: isClosed, at: "\(place)/\(index)")
                }
            case "oneOf":
                let choices = try (rule.elements ?? []).filter { try faults(of: value, by: $0, isClosed: isClosed, at: place).isEmpty }
                if choices.count != 1 { found.append("\(place) is \(choices.count) of oneOf") }
            default: if try !keeps(value, to: keyword, rule) { found.append("\(place) is not as \(keyword) says") }
            }
        }
        return found
    }

    private static func memberFaults(
        of value: JSONContent, by rules: [String: JSONContent], isClosed: Bool, at place: String
    ) throws -> [String] {
        var found: [String] = []
        for (name, member) in value.members ?? [:] {
            switch (rules["properties"]?[name], rules["additionalProperties"]) {
            case (let property?, _): found += try faults(of: member, by: property, isClosed: isClosed, at: "\(place)/\(name)")
            case (nil, .boolean(let isAllowed)?): if !isAllowed { found.append("\(place)/\(name) is not allowed") }
            case (nil, let schema?): found += try faults(of: member, by: schema, isClosed: isClosed, at: "\(place)/\(name)")
            // A schema that names no type is one of anything.
            case (nil, nil): if isClosed, rules["type"] != nil { found.append("\(place)/\(name) is described nowhere") }
            }
        }
        return found
    }

    /// A keyword that is not known here is not kept.
    private static func keeps(_ value: JSONContent, to keyword: String, _ rule: JSONContent) throws -> Bool {
        func isWithin(_ measure: Double?, _ compare: (Double, Double) -> Bool) -> Bool {
            guard let measure else { return true }
            return rule.number.map { compare(measure, $0) } ?? false
        }
        switch keyword {
        case "type": return (rule.elements ?? [rule]).contains { $0.text.map(value.isOfType) ?? false }
        case "const": return value == rule
        case "enum": return (rule.elements ?? []).contains(value)
        case "required": return (rule.elements ?? []).allSatisfy { name in name.text.flatMap { value[$0] } != nil }
        case "minimum": return isWithin(value.number, >=)
        case "maximum": return isWithin(value.number, <=)
        case "minItems": return isWithin(value.elements.map { Double($0.count) }, >=)
        case "maxItems": return isWithin(value.elements.map { Double($0.count) }, <=)
        case "minLength": return isWithin(value.text.map { Double($0.unicodeScalars.count) }, >=)
        case "maxLength": return isWithin(value.text.map { Double($0.unicodeScalars.count) }, <=)
        case "format":
            guard let text = value.text else { return true }
            // Foundation's reader and not ours, which wrote these dates; no request waits for it.
            return rule == .text("date-time") && ISO8601DateFormatter().date(from: text) != nil
        case "pattern":
            guard let text = value.text else { return true }
            let pattern = try #require(rule.text)
            let expression = try Regex(pattern)
            return text.firstMatch(of: expression) != nil
        default: return false
        }
    }
}
