import Foundation
import HTTPTypes
import Testing

@testable import VerifierService

/// The answers the OpenAPI document describes: every answer in every test must be one of them.
enum DescribedAnswers {
    static func document() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes())) as? [String: Any])
    }

    static func paths() throws -> [String: [String: Any]] {
        try #require(try document()["paths"] as? [String: [String: Any]])
    }

    /// Records an issue unless status and media type are described for the path and method.
    static func check(_ answer: ServiceClient.Answer, to method: HTTPRequest.Method, _ path: String) throws {
        let plain = path.split(separator: "?").first.map(String.init) ?? path
        guard let (template, item) = try paths().first(where: { matches($0.key, plain) }) else {
            #expect(answer.status == 404, "\(path) is described nowhere, but is answered")
            return
        }
        guard let operation = item[method.rawValue.lowercased()] as? [String: Any] else {
            #expect([404, 405].contains(answer.status), "\(method) \(template) is described nowhere, but is answered with \(answer.status)")
            return
        }
        let responses = try #require(operation["responses"] as? [String: [String: Any]])
        let described = try #require(responses[String(answer.status)], "\(method) \(template) does not describe \(answer.status)")
        let media = (described["content"] as? [String: Any])?.keys.sorted() ?? []
        let given = answer.headers[.contentType].map { String($0.prefix { $0 != ";" }) }
        #expect(given.map { [$0] } ?? [] == media || media.contains(given ?? ""), "\(method) \(template) \(answer.status) is \(given ?? "empty"), described as \(media)")
    }

    private static func matches(_ template: String, _ path: String) -> Bool {
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
