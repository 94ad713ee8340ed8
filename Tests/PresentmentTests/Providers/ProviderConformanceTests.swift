import Foundation
import IdentityElements
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import UserVerification

@Suite(
    "What every provider must do",
    .enabled(
        if: Program.path("mdoc-broker") != nil && ["wallet-provider", "local-driving-authority-provider", "test-provider"].allSatisfy { Program.path($0) != nil },
        "the broker and the providers are not built"))
struct ProviderConformanceTests {
    private func conformance(_ program: String, arguments: [String]? = nil) async throws -> (ProviderConformance, keeping: InstalledLicence) {
        let installed = try await InstalledLicence(program, SampleContent.drivingLicence())
        let (session, request) = try installed.request(["family_name", "document_number"])
        let (_, more) = try installed.request(["family_name", "document_number", "birth_date"])
        let state = installed.folder.configuration.state
        let owner = try await UserVerifier(store: try EnrolmentStore(path: state + "/enrolments.sqlite")).enrolment()?.identifier
        let conformance = ProviderConformance(
            program: try #require(Program.path(program)), arguments: arguments ?? [installed.storage.path + "/wallet"],
            storage: installed.storage.path, origin: installed.scene.origin, request: RequestScene.json(request.data),
            elements: ["family_name", "document_number"].map { ElementName("org.iso.18013.5.1", $0) }, otherRequest: RequestScene.json(more.data),
            unsignedRequest: try installed.scene.data(), owner: owner ?? "",
            verified: { Set(try await installed.texts(in: $0, of: session).keys.map { ElementName("org.iso.18013.5.1", $0.rawValue) }) })
        return (conformance, installed)
    }

    @Test("The examples' providers do all of it", arguments: ["wallet-provider", "local-driving-authority-provider"])
    func examples(_ program: String) async throws {
        let (conformance, installed) = try await conformance(program)
        #expect(try await conformance.failures() == [])
        withExtendedLifetime(installed) {}
    }

    @Test("A bad provider fails on the point it is bad at")
    func bad() async throws {
        // It answers whoever asks, whatever was bound to whom, and says nothing of what is asked.
        let (careless, first) = try await conformance("test-provider", arguments: [])
        #expect(try await careless.failures() == [.namesElements, .exactRelease, .sameOwner, .knownReader])
        let (hasty, second) = try await conformance("test-provider", arguments: ["--flaw", "releasesEarly"])
        #expect(try await hasty.failures().contains(.asksFirst))
        withExtendedLifetime((first, second)) {}
    }
}
