import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import SpaceshipRentals

/// A site for tests, and a browser of little memory.
enum TestSite {
    static let origin = "http://localhost:8080"

    /// The program that is built beside the tests.
    static var photoReader: String {
        ProcessInfo.processInfo.environment["MDOC_PHOTO_READER"]
            ?? URL(fileURLWithPath: Pages.resources).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("photo-reader").path
    }

    /// The site's own program, built beside the tests.
    static var program: String {
        URL(fileURLWithPath: Pages.resources).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("spaceship-rentals").path
    }

    static func make(service: String = "http://127.0.0.1:1") async throws -> Site {
        try await Site(
            SiteSettings(
                origin: origin, service: service, serviceKey: "test-key", policy: "spaceship-rental",
                ways: ["http://127.0.0.1:8790/", "native"], photoReader: photoReader, photoPatience: .seconds(600)))
    }

    /// Runs a test against the site without a socket.
    static func run(
        service: String = "http://127.0.0.1:1", _ body: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        let site = try await make(service: service)
        try await Application(router: site.router).test(.router) { client in try await body(TestBrowser(client: client)) }
    }
}
