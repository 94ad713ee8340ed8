import BrokerMessages
import DocumentProvider
import Foundation
import IdentityDocumentServices
import LocalSockets
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Testing
import WalletBroker

@Suite("Updates of registrations")
struct RegistrationUpdateTests {
    private struct Scene: ProviderScene, OpenScene {
        var fault: DocumentStoreError?
        var isStored = true

        func updateRegistrations() async throws { if let fault { throw fault } }
        func stores(anyOf documentIdentifiers: [String]) async -> Bool { isStored }
        func open(_ context: ISO18013MobileDocumentRequestContext) async -> any OpenScene { self }
        func sheet() async -> String { "" }
        func act(_ action: String, values: [String: String]) async -> String? { nil }
    }

    @Test(
        "A provider tells the broker that its registrations are up to date where they are; where they are not it ends without a word",
        arguments: [nil, DocumentStoreError.unknownDocument])
    func report(fault: DocumentStoreError?) async throws {
        let (broker, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        let loop = ProviderRunLoop(Scene(fault: fault), channel: FrameChannel(other, maximumBytes: MessageBounds.frame))
        let working = Task { await loop.run() }
        try await broker.send(ProviderCommand.updateRegistrations.encode())
        let report = try await broker.receive().map { try ProviderReport(decoding: $0) }
        let expected: ProviderReport? = fault == nil ? .registrationsUpdated : nil
        #expect(report == expected)
        if fault == nil { broker.close() }
        await working.value
    }

    @Test("A provider that has none of the documents any more that were found for a request ends it before anything is shown", arguments: [true, false])
    func gone(isStored: Bool) async throws {
        let (broker, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        let loop = ProviderRunLoop(Scene(isStored: isStored), channel: FrameChannel(other, maximumBytes: MessageBounds.frame))
        let working = Task { await loop.run() }
        let requests = try RequestScene()
        let request = RequestToPresent(request: try requests.partial(requests.data()), documentIdentifiers: [["one"]], locale: "en")
        try await broker.send(ProviderCommand.present(request).encode())
        let report = try await broker.receive().map { try ProviderReport(decoding: $0) }
        let expected: ProviderReport = isStored ? .sheet("") : .ended(.refused(code: "provider.documentGone"))
        #expect(report == expected)
        broker.close()
        await working.value
    }

    @Test(
        "A wallet that has lost the key of a document registers its others and takes that one back, and the broker has it tried again until it is mended",
        .enabled(if: Program.path("wallet-provider") != nil, "the example wallet is not built"))
    func lostKey() async throws {
        let installed = try await InstalledLicence("wallet-provider", SampleContent.drivingLicence())
        let (folder, now) = (installed.folder, installed.parties.now)
        let wallet = try ProviderFolder(installed.storage.path + "/wallet")
        let lost = try #require(try wallet.documents.documents().first)
        let whole = try wallet.documents.provision(
            installed.world.licence(to: wallet.keys.makeKey(label: "second")), docType: .mobileDrivingLicence, title: "Second", keyLabel: "second",
            enrolment: nil, proofing: Proofing(reviewer: "Robin Clerk", time: now), trust: installed.parties.issuerTrust(), at: now)
        try wallet.keys.deleteKey(label: lost.keyLabel)
        let log = folder.configuration.state + "/providers/App.log"
        // The whole sentence: a program's words may come in pieces.
        func isRefused() -> Bool {
            guard let words = folder.log("App") else { return false }
            return words.contains("not registered: documents cannot be used") && words.contains(lost.id)
        }
        try await withBroker(in: folder) { broker in
            try await broker.providers.decide(.authorized, about: "App")
            try await eventually { isRefused() }
        }
        let registered = try await ProviderRegistry(path: folder.configuration.state + "/registry.sqlite").documents(of: "App")
        #expect(registered.map(\.documentIdentifier) == [whole.id])
        #expect(folder.log("App")?.contains(lost.id) == true && folder.log("App")?.contains(whole.id) == false)
        #expect(!Self.isNoted(folder))
        try FileManager.default.removeItem(atPath: log)
        try await withBroker(in: folder) { _ in try await eventually { isRefused() } }
        try wallet.documents.remove(lost.id)
        try await withBroker(in: folder) { _ in try await eventually { Self.isNoted(folder) } }
    }

    /// Runs a broker, from its start to its end.
    private func withBroker(in folder: BrokerFolder, _ body: (Broker) async throws -> Void) async throws {
        let broker = try await Broker(folder.configuration, prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
        let serving = Task { try? await broker.run(showing: CollectingConsent()) }
        defer { serving.cancel() }
        try await body(broker)
        serving.cancel()
        await serving.value
    }

    /// Whether the broker has noted that the provider's registrations are of what is installed now.
    private static func isNoted(_ folder: BrokerFolder) -> Bool {
        guard let notes = FileManager.default.contents(atPath: folder.configuration.state + "/installations.json"),
            let json = try? JSONSerialization.jsonObject(with: notes) as? [String: Any]
        else { return false }
        return (json["installations"] as? [String: String])?["App"]?.isEmpty == false
    }
}
