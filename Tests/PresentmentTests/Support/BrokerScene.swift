import Crypto
import Foundation
import Logging
import MobileDocument
import UserVerification
import WalletBroker

/// A broker at work in this process, with real sockets, parsers and providers. The person is the test.
final class BrokerScene: Sendable {
    /// The moment of `RequestScene`, by which everything is judged.
    static let now = Date(timeIntervalSince1970: 1_780_315_200)
    static let pin = "274951"

    let folder: BrokerFolder
    let broker: Broker
    let consent: CollectingConsent
    let verifier: UserVerifier
    private let serving: Task<Void, Never>

    /// - Parameter isEverybodyAllowed: whether the providers are allowed from the start, and have registered.
    init(
        _ providers: [BrokerFolder.Provider], deviceOptions: [String]? = nil, patience: Patience = Patience(), isEverybodyAllowed: Bool = true, prompt: ScriptedPrompt = ScriptedPrompt(true),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws {
        folder = try BrokerFolder(providers, deviceOptions: deviceOptions)
        let configuration = folder.configuration(patience)
        let verifier = try await folder.enrol()
        let broker = try await Broker(
            configuration, prompt: prompt, enrolment: { try? await verifier.enrolment()?.identifier }, logger: logger,
            now: { Self.now })
        let consent = CollectingConsent()
        serving = Task { try? await broker.run(showing: consent) }
        (self.broker, self.consent, self.verifier) = (broker, consent, verifier)
        if isEverybodyAllowed { for provider in providers { try await allow(provider) } }
    }

    /// Ends the broker; without it, its tasks would keep this value's folder in use.
    func end() async {
        serving.cancel()
        await serving.value
    }

    /// Allows a provider, and waits until it has registered what it has.
    func allow(_ provider: BrokerFolder.Provider) async throws {
        try await broker.providers.decide(.authorized, about: provider.name)
        try await eventually { folder.log(provider.name)?.contains("updated\nover") == true }
    }

    /// A user agent at the broker's socket.
    func agent() throws -> TestAgent { try TestAgent(folder.configuration.runtime + "/agents.sock") }

    /// Runs a provider's program as an app that registers documents; what it prints, line by line.
    @discardableResult
    func app(_ provider: String, _ arguments: String...) async throws -> [String] {
        try await folder.run(folder.program(provider), ["--as-app"] + arguments)
    }

    /// The owner's PIN for a transaction, by a verifier that has seen none before.
    ///
    /// - Parameter age: how many seconds ago.
    func verify(_ transaction: [UInt8], age: Double = 0) async throws -> VerifiedUser {
        let time = Self.now.addingTimeInterval(-age)
        let verifier = try folder.verifier()
        try await verifier.begin(transaction, at: time)
        return try await verifier.verify(pin: Self.pin, for: transaction, at: time)
    }
}

/// Waits until something is so; however slow the machine is, at most two minutes.
func eventually(_ isSo: () async throws -> Bool) async throws {
    for _ in 0..<6000 {
        if try await isSo() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    throw CancellationError()
}
