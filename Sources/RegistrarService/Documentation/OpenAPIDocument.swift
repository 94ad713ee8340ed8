import Hummingbird

/// What the service says of itself (OpenAPI 3.1), made of the table of routes.
enum OpenAPIDocument {
    static func answer() throws -> Answer {
        var answer = try Answer.json(document)
        answer.headers[.cacheControl] = "public, max-age=3600"
        return answer
    }

    private static let document: JSON = [
        "openapi": "3.1.0",
        "info": [
            "title": "Registrar of readers of mobile documents", "version": "1",
            "description": "From a brand to a reader certificate, and to the grant of an app. Refusals are problem details (RFC 9457) with a stable code.",
        ],
        "paths": .object(Dictionary(grouping: Route.all, by: \.path).mapValues { routes in
            .object(Dictionary(uniqueKeysWithValues: routes.map { ($0.method.rawValue.lowercased(), operation($0)) }))
        }),
        "components": [
            "securitySchemes": [
                "applicant": ["type": "http", "scheme": "bearer", "description": "The token told when the brand was registered"],
                "developer": ["type": "http", "scheme": "bearer", "description": "A developer's token, told when the holder of the account let them in"],
                "reviewer": ["type": "http", "scheme": "bearer", "description": "A reviewer's token, made by the operator"],
            ],
            "schemas": .object(OpenAPISchemas.all),
        ],
    ]

    private static func operation(_ route: Route) -> JSON {
        var responses = ["\(route.status.code)": success(route)]
        for status in route.problems { responses["\(status.code)"] = status == .notModified ? unchanged : problem(status) }
        var operation: [String: JSON] = [
            "operationId": .text(route.name), "summary": .text(route.summary), "responses": .object(responses), "security": security(route.access),
        ]
        if !route.parameters.isEmpty {
            operation["parameters"] = .array(
                route.parameters.map { ["name": .text($0), "in": "path", "required": true, "schema": ["type": ["form", "application"].contains($0) ? "integer" : "string"]] })
        }
        if let body = route.body {
            operation["requestBody"] = ["required": true, "content": ["application/json": ["schema": reference(body)]]]
        }
        return .object(operation)
    }

    private static func success(_ route: Route) -> JSON {
        var response: [String: JSON] = ["description": .text(route.status.reasonPhrase)]
        switch route.content {
        case .object(let schema): response["content"] = ["application/json": ["schema": reference(schema)]]
        case .media(let type, let headers):
            response["content"] = .object([type: [:]])
            if !headers.isEmpty { response["headers"] = .object(Dictionary(uniqueKeysWithValues: headers.map { ($0, ["schema": ["type": "string"]]) })) }
        }
        return .object(response)
    }

    private static let unchanged: JSON = ["description": "The list that If-None-Match names is still the one"]

    private static func problem(_ status: HTTPResponse.Status) -> JSON {
        ["description": .text(status.reasonPhrase), "content": .object([Problem.mediaType: ["schema": reference("Problem")]])]
    }

    private static func security(_ access: Access) -> JSON {
        switch access {
        case .everybody: []
        case .applicant: [["applicant": []]]
        case .member: [["applicant": []], ["developer": []]]
        case .memberOrReviewer: [["applicant": []], ["developer": []], ["reviewer": []]]
        case .reviewer: [["reviewer": []]]
        case .applicantOrReviewer: [["applicant": []], ["reviewer": []]]
        }
    }

    private static func reference(_ schema: String) -> JSON { ["$ref": "#/components/schemas/\(schema)"] }
}
