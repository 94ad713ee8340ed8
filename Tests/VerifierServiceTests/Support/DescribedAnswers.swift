import Foundation
import HTTPTypes
import Testing

@testable import VerifierService

/// The answers the OpenAPI document describes: every answer in every test must be one of them.
enum DescribedAnswers {
    private static let parsed = Result { try JSONDecoder().decode(JSONContent.self, from: Data(OpenAPIDocument.bytes())) }
    /// Headers that a client acts on.
    private static let headers: [HTTPField.Name] = [.allow, .location, .retryAfter, .setCookie, .wwwAuthenticate]

    static func content() throws -> JSONContent { try parsed.get() }

    static func document() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes())) as? [String: Any])
    }

    static func paths() throws -> [String: [String: Any]] {
        try #require(try document()["paths"] as? [String: [String: Any]])
    }

    /// Whether what is got at a path takes no credential.
    static func isOpen(_ item: [String: Any]) -> Bool { ((item["get"] as? [String: Any])?["security"] as? [Any])?.isEmpty == true }

    /// A component of the document by its name.
    static func schema(_ name: String) throws -> JSONContent { try #require(try content()["components"]?["schemas"]?[name]) }

    /// What a `$ref` stands for; anything else stands for itself.
    static func resolved(_ content: JSONContent) throws -> JSONContent {
        guard let reference = content["$ref"]?.text else { return content }
        var target = try Self.content()
        for name in reference.split(separator: "/").dropFirst() { target = try #require(target[String(name)], "\(reference) is nowhere") }
        return target
    }

    /// Records an issue unless status, headers and content are described for the path and method, and what was taken is, too.
    static func check(_ answer: ServiceClient.Answer, to method: HTTPRequest.Method, _ path: String, _ body: Data?) throws {
        let plain = path.split(separator: "?").first.map(String.init) ?? path
        guard let (template, item) = try content()["paths"]?.members?.first(where: { matches($0.key, plain) }) else {
            #expect(answer.status == 404, "\(path) is described nowhere, but is answered")
            return
        }
        guard let operation = item[method.rawValue.lowercased()] else {
            #expect([404, 405].contains(answer.status), "\(method) \(template) is described nowhere, but is answered with \(answer.status)")
            return
        }
        let what = "\(method) \(template) \(answer.status)"
        let described = try #require(operation["responses"]?[String(answer.status)], "\(what) is not described")
        let media = described["content"]?.members?.keys.sorted() ?? []
        let given = answer.headers[.contentType].map { String($0.prefix { $0 != ";" }) }
        #expect(given.map { [$0] } ?? [] == media || media.contains(given ?? ""), "\(what) is \(given ?? "empty"), described as \(media)")
        for name in headers { try check(answer.headers[name], as: described["headers"]?[name.rawName], "\(name) of \(what)") }
        if let given, given.hasSuffix("json"), let schema = described["content"]?[given]?["schema"] {
            let faults = try DescribedValue.faults(of: JSONDecoder().decode(JSONContent.self, from: answer.body), by: schema, isClosed: true)
            #expect(faults.isEmpty, "\(what) is not as it is described: \(faults)")
        }
        if let body, answer.status < 300, let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] {
            let faults = try DescribedValue.faults(of: JSONDecoder().decode(JSONContent.self, from: body), by: schema, isClosed: false)
            #expect(faults.isEmpty, "\(what): it took what is not described: \(faults)")
        }
    }

    private static func check(_ value: String?, as described: JSONContent?, _ what: String) throws {
        guard let described = try described.map(resolved) else {
            #expect(value == nil, "\(what) is described nowhere")
            return
        }
        guard let value else {
            #expect(described["required"] != JSONContent.boolean(true), "\(what) is missing")
            return
        }
        let schema = try #require(described["schema"])
        let number = schema["type"]?.text == "integer" ? Double(value) : nil
        let content = number.map { JSONContent.number($0) } ?? JSONContent.text(value)
        let faults = try DescribedValue.faults(of: content, by: schema, isClosed: true)
        #expect(faults.isEmpty, "\(what) is not as it is described")
    }

    private static func matches(_ template: String, _ path: String) -> Bool {
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
