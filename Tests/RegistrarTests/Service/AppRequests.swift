import Foundation
import Registrar
import Testing

/// What an account sends for an app.
enum AppRequests {
    static func application(_ digest: String) -> [String: Any] {
        [
            "client": "example.rentals.app", "name": "Spaceship Rentals", "location": "https://rentals.example/app", "category": "car-rental",
            "goods": "Spaceships for a day.", "currentMethod": "A clerk looks at the licence.", "equalProcess": true, "acceptedTerms": AppTerms.version,
            "privacyPolicy": "https://rentals.example/privacy",
            "thirdParties": [["name": "Insurer", "privacyPolicy": "https://insurer.example/privacy"]],
            "screenshots": ["withoutDocument": [digest], "proposedWith": [digest], "proposedWithout": [digest]],
            "documents": [["docType": AppScene.licence, "groups": ["age"], "words": ["given-name"]]], "merchants": [AppScene.merchant],
        ]
    }

    /// Accepts the terms, hands a screenshot in, reads it, and files an application.
    ///
    /// - Returns: the application's number.
    static func apply(_ caller: ServiceCaller, _ token: String) async throws -> Int {
        #expect(try await caller.call(.get, "/v1/terms").text("version") == AppTerms.version)
        let digest = try await screenshot(caller, token)
        #expect(Array(try await caller.call(.get, "/v1/brands/rentals/screenshots/\(digest)", token: token).body) == PNGMaker().icon)
        let filed = try await caller.call(.post, "/v1/brands/rentals/applications", token: token, application(digest))
        #expect(filed.status == 201)
        return try #require(filed.json["number"] as? Int)
    }

    static func screenshot(_ caller: ServiceCaller, _ token: String) async throws -> String {
        try await caller.call(.post, "/v1/brands/rentals/screenshots", token: token, ["png": ServiceScene.icon]).text("digest")
    }
}
