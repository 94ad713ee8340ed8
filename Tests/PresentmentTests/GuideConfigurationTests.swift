import Foundation
import Testing

@testable import ProviderDocuments
@testable import WalletBroker

@Suite("Configurations that the guides show")
struct GuideConfigurationTests {
    @Test("A manifest is read, and has no field that the broker does not read", arguments: [("wallet", 2), ("in-app", 1)])
    func manifests(_ guide: String, count: Int) throws {
        let shown = try Self.shown(in: guide)
        #expect(shown.count == count)
        for bytes in shown {
            let manifest = try JSONDecoder().decode(ProviderManifest.self, from: bytes)
            #expect(try Self.fields(bytes).subtracting(Self.known(manifest)) == [])
        }
    }

    @Test("The settings of a token are read, and have no field that the provider does not read")
    func token() throws {
        let bytes = try #require(try Self.shown(in: "providers").first)
        let settings = try JSONDecoder().decode(TokenSettings.self, from: bytes)
        #expect(try Self.fields(bytes).subtracting(Self.known(settings)) == [])
    }

    /// The blocks of JSON in a guide.
    private static func shown(in guide: String) throws -> [Data] {
        let text = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/\(guide).md"), encoding: .utf8)
        return text.components(separatedBy: "```json\n").dropFirst().map { Data($0.components(separatedBy: "```")[0].utf8) }
    }

    private static func fields(_ bytes: Data) throws -> Set<String> {
        Set(try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any]).keys)
    }

    private static func known(_ value: some Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
}
