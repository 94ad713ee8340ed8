import Foundation
import Testing
import X509

@testable import WalletBroker

@Suite("Names in the broker's own sentences")
struct ShownNameTests {
    private static let deceptive = ["App\u{202E}", "A\u{200B}pp", "App\nAllowed", "\u{3164}", "App\u{2028}", "App\u{7}"]

    @Test(
        "A provider whose name is not one line of visible characters stops the broker, which says why",
        .enabled(if: Program.path("test-provider") != nil, "the test provider is not built"), arguments: deceptive)
    func provider(_ name: String) throws {
        let folder = try BrokerFolder([.init(name: "Local")])
        let providers = folder.configuration.providers
        #expect(try ProviderManifest.providers(in: providers).map(\.displayName) == ["Local App"])
        let manifest = providers + "/Local/provider.json"
        var json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: manifest))) as? [String: Any])
        json["displayName"] = name
        try JSONSerialization.data(withJSONObject: json).write(to: URL(fileURLWithPath: manifest))
        let error = #expect(throws: ProviderManifestError.self) { try ProviderManifest.providers(in: providers) }
        #expect(error?.description.contains("displayName has characters") == true)
        // What is visible is a name, in whatever script.
        json["displayName"] = "運転免許 ─ Führerschein"
        try JSONSerialization.data(withJSONObject: json).write(to: URL(fileURLWithPath: manifest))
        #expect(try ProviderManifest.providers(in: providers).count == 1)
    }

    @Test(
        "A provider with a type of documents that nobody could ask for stops the broker, which says why, and puts no such text into a question",
        arguments: deceptive + ["", "a b", "Führerschein", String(repeating: "a", count: 257)])
    func documentType(_ type: String) throws {
        let folder = try TemporaryFolder()
        let manifest = folder.path + "/App/provider.json"
        try FileManager.default.createDirectory(atPath: folder.path + "/App", withIntermediateDirectories: false)
        func install(_ types: [String]) throws {
            let json: [String: Any] = ["name": "App", "displayName": "An App", "program": "/bin/sh", "documentTypes": types]
            try JSONSerialization.data(withJSONObject: json).write(to: URL(fileURLWithPath: manifest))
        }
        try install([BrokerFolder.licence])
        #expect(try ProviderManifest.providers(in: folder.path).map(\.documentTypes) == [[BrokerFolder.licence]])
        try install([BrokerFolder.licence, type])
        let error = #expect(throws: ProviderManifestError.self) { try ProviderManifest.providers(in: folder.path) }
        #expect(error?.description.contains("documentTypes have") == true)
    }

    @Test("An authority is called by a name that is what it looks like, or by none", arguments: deceptive)
    func authority(_ name: String) throws {
        let (organization, both, neither) = (
            try DistinguishedName { OrganizationName("Utopia"); CommonName("Utopia Reader CA") },
            try DistinguishedName { OrganizationName(name); CommonName("Utopia Reader CA") },
            try DistinguishedName { OrganizationName(name); CommonName(name) }
        )
        #expect(organization.displayName == "Utopia")
        #expect(both.displayName == "Utopia Reader CA")
        #expect(neither.displayName == nil)
    }
}
