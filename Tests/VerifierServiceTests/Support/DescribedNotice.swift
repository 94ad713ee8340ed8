import Foundation
import HTTPTypes
import Testing

/// The notice the OpenAPI document describes: every one that is sent must be like it.
enum DescribedNotice {
    /// Headers and members that are not as they are described, that are missing, or that are described nowhere.
    static func faults(of headers: HTTPFields, _ body: Data) throws -> [String] {
        let operation = try #require(try DescribedAnswers.content()["webhooks"]?["sessionSettled"]?["post"])
        var faults: [String] = []
        for parameter in try #require(operation["parameters"]?.elements) {
            let name = try #require(parameter["name"]?.text)
            let schema = try #require(parameter["schema"])
            guard let value = headers[try #require(HTTPField.Name(name))] else {
                faults.append("\(name) is missing")
                continue
            }
            faults += try DescribedValue.faults(of: .text(value), by: schema, isClosed: true, at: name)
        }
        let schema = try #require(operation["requestBody"]?["content"]?["application/json"]?["schema"])
        return try faults + DescribedValue.faults(of: JSONDecoder().decode(JSONContent.self, from: body), by: schema, isClosed: true)
    }
}
