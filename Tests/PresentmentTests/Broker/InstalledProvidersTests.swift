import Foundation
import Testing

@testable import WalletBroker

@Suite("The folder of the installed providers")
struct InstalledProvidersTests {
    private static func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    @Test("Where there is no folder there are no providers, and what has no manifest is none")
    func none() throws {
        let folder = try TemporaryFolder()
        #expect(try ProviderManifest.providers(in: folder.path + "/missing").isEmpty)
        try Data("Install providers here.".utf8).write(to: URL(fileURLWithPath: folder.path + "/README"))
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
        #expect(try ProviderManifest.providers(in: folder.path).isEmpty)
    }

    @Test("A folder that is there and cannot be read stops the broker, which else would uninstall everybody in it")
    func unreadableFolder() throws {
        let folder = try TemporaryFolder()
        let (file, lost) = (folder.path + "/file", folder.path + "/lost")
        try Data().write(to: URL(fileURLWithPath: file))
        try Self.link(lost, to: folder.path + "/not-mounted")
        for place in [file, lost] {
            #expect(throws: ProviderManifestError.unusable(file: place, reason: "it cannot be read")) { try ProviderManifest.providers(in: place) }
        }
    }

    @Test("Roots that cannot all be read stop the broker, and those before them do not pass for all")
    func unreadableRoots() throws {
        let folder = try TemporaryFolder()
        let app = folder.path + "/App"
        try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: false)
        let manifest = #"{"name": "App", "displayName": "App", "program": "/bin/sh", "documentTypes": ["example.card.1"], "readerRoots": ["roots.pem"]}"#
        try Data(manifest.utf8).write(to: URL(fileURLWithPath: app + "/provider.json"))
        func roots(_ text: String) throws -> [[UInt8]] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: app + "/roots.pem"))
            return try ProviderManifest.providers(in: folder.path).flatMap(\.readerRoots)
        }
        let root = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        #expect(try roots(root + "another one\n" + root) == [[0, 0, 0], [0, 0, 0]])
        let blank = root.replacing("-----\nAAAA", with: "----- \nAAAA")
        for text in [blank, root + blank, blank + root, root + "-----BEGIN CERTIFICATE-----\nAAAA\n"] {
            #expect(throws: ProviderManifestError.unusable(file: app + "/roots.pem", reason: "it does not hold certificates in PEM")) { try roots(text) }
        }
    }

    @Test("A provider whose manifest cannot be reached or read stops the broker, and is not uninstalled instead")
    func unreadableManifest() throws {
        let folder = try TemporaryFolder()
        let (app, manifest) = (folder.path + "/App", folder.path + "/App/provider.json")
        // A link to itself, since no right keeps the administrator from a folder.
        try Self.link(app, to: app)
        #expect(throws: ProviderManifestError.unusable(file: manifest, reason: "it cannot be reached")) { try ProviderManifest.providers(in: folder.path) }
        try FileManager.default.removeItem(atPath: app)
        try Self.link(app, to: folder.path + "/not-mounted")
        #expect(throws: ProviderManifestError.unusable(file: app, reason: "it is a link that leads nowhere")) {
            try ProviderManifest.providers(in: folder.path)
        }
        try FileManager.default.removeItem(atPath: app)
        try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: false)
        try Self.link(manifest, to: folder.path + "/not-mounted")
        #expect(throws: ProviderManifestError.unusable(file: manifest, reason: "it cannot be read")) { try ProviderManifest.providers(in: folder.path) }
    }
}
