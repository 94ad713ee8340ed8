import Crypto
import Foundation
package import PresentmentRequest
package import UserVerification
package import WalletBroker

/// A request that goes the way of a real one: selection, sheet, verification, pull, answer.
package actor SessionDouble: ConsentSession {
    package static let choices = [
        SelectorChoice(provider: "wallet", displayName: "Wallet", icon: nil, documentTypes: ["org.iso.18013.5.1.mDL"]),
        SelectorChoice(
            provider: "local-driving-authority", displayName: "Local Driving Authority", icon: nil,
            documentTypes: ["org.iso.18013.5.1.mDL", "org.iso.23220.photoid.1"]),
        SelectorChoice(
            provider: "utopia-university", displayName: "Utopia University", icon: nil, documentTypes: ["org.iso.23220.photoid.1"]),
    ]
    /// What the website's page is to get, byte by byte.
    package static let response: [UInt8] = [0x82, 0x65] + Array("dcapi".utf8) + [0xFB, 0xFF, 0x3E]

    package nonisolated let identifier = UUID().uuidString
    package nonisolated let requester: Requester
    package nonisolated let request: PartialRequest
    package nonisolated let transaction: [UInt8]
    private let data: [UInt8]
    private let sheet: String?
    private let devices: [DeviceChoice]
    private let agent: any UserAgent
    private let note: @Sendable (String) async -> Void
    /// In which language a provider was selected.
    package private(set) var language: String?
    private var stage: ConsentStage
    private var listeners: [AsyncStream<ConsentStage>.Continuation] = []

    init(
        _ requester: Requester, request: PartialRequest, data: [UInt8], sheet: String?, choices: [SelectorChoice], devices: [DeviceChoice],
        agent: any UserAgent,
        note: @escaping @Sendable (String) async -> Void
    ) {
        self.requester = requester
        self.request = request
        self.data = data
        self.sheet = sheet
        self.devices = devices
        stage = .selecting(choices, devices: devices)
        self.agent = agent
        self.note = note
        transaction = Array(SHA256.hash(data: Data(identifier.utf8)))
    }

    package func stages() async -> AsyncStream<ConsentStage> {
        let (stream, listener) = AsyncStream.makeStream(of: ConsentStage.self)
        listener.yield(stage)
        if case .ended = stage { listener.finish() } else { listeners.append(listener) }
        return stream
    }

    package func select(_ provider: String, in language: String?) async throws(ConsentFault) {
        guard case .selecting = stage else { throw .notNow }
        guard let choice = Self.choices.first(where: { $0.provider == provider }) else { throw .unknownProvider }
        self.language = language
        await note("select \(provider)")
        go(.starting(choice))
        go(.reviewing(choice, sheet: sheet ?? Self.sheet(isLong: provider == "wallet")))
    }

    /// A code that says nothing, of the length that codes have.
    package static let code = "FIDO:/" + String(repeating: "0123456789", count: 17)

    package func use(_ device: String) async throws(ConsentFault) {
        guard case .selecting = stage, let choice = devices.first(where: { $0.identifier == device }) else { throw .unknownDevice }
        await note("use \(device)")
        go(.elsewhere(choice, .starting))
        go(.elsewhere(choice, choice == .scanning ? .scanning(code: Self.code) : .calling))
    }

    /// What the other device does next.
    package func reach(_ step: String) async {
        guard case .elsewhere(let choice, _) = stage else { return }
        switch step {
        case "joining": go(.elsewhere(choice, .joining))
        case "deciding": go(.elsewhere(choice, .deciding))
        case "declined": await hearRefusal()
        default: await answer()
        }
    }

    package func act(_ action: String, values: [String: String]) async throws(ConsentFault) {
        guard case .reviewing(let choice, _) = stage else { throw .notNow }
        await note("act \(action) \(values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&"))")
        switch action {
        case "accept": go(.verifying(choice, transaction: transaction))
        case "details": go(.reviewing(choice, sheet: #"<form method="post"><h1>Details</h1><button name="action" value="accept">Accept</button></form>"#))
        default: go(.ended(.declined))
        }
    }

    package func confirm(_ user: VerifiedUser) async throws(ConsentFault) {
        guard case .verifying(let choice, let transaction) = stage else { throw .notNow }
        guard user.transaction == transaction else { throw .verification }
        await note("confirm \(user.method.rawValue)")
        go(.answering(choice))
        Task { await answer() }
    }

    package func decline() async {
        if case .ended = stage { return }
        await note("decline")
        go(.ended(.declined))
    }

    package func withdraw() async {
        if case .ended = stage { return }
        go(.ended(.withdrawn))
    }

    /// Ends it as a fault of the provider would.
    package func fail(_ code: String) { go(.ended(.failed(code: code))) }

    private func answer() async {
        guard let released = await agent.release() else { return await leave() }
        await note("released \(released.data == data ? "same" : "other")")
        guard await agent.deliver(Self.response) else { return await leave() }
        await note("delivered")
        go(.ended(.answered))
    }

    /// The other device has got the request, and its owner declines.
    private func hearRefusal() async {
        guard await agent.release() != nil else { return await leave() }
        await note("handed on")
        go(.ended(.declined))
    }

    private func leave() async {
        await note("gone")
        go(.ended(.withdrawn))
    }

    private func go(_ stage: ConsentStage) {
        if case .ended = self.stage { return }
        self.stage = stage
        for listener in listeners {
            listener.yield(stage)
            if case .ended = stage { listener.finish() }
        }
    }

    /// A provider's sheet, as its framework writes them.
    private static func sheet(isLong: Bool) -> String {
        let more = isLong ? [("Family name", "not kept"), ("Given names", "not kept")] : []
        func list(_ rows: [(String, String)]) -> String { rows.map { "<p class=\"row\"><b>\($0.0)</b> <span>\($0.1)</span></p>" }.joined() }
        let inner = more.isEmpty ? "" : "<section><h3>Names</h3>\(list(more))</section>"
        return """
            <form method="post"><h1>Share from your licence?</h1><p class="footnote">Utopia · valid until 2031</p>
            <section><h2>Driving licence</h2>\(list([("Older than 21", "not kept"), ("Portrait", "will be kept")]))\(inner)</section>
            <div class="vstack"><button type="submit" name="action" value="accept">Accept</button>\
            <button type="submit" name="action" value="cancel" class="cancel">Decline</button></div></form>
            """
    }
}
