import BrokerMessages
import IdentityElements
import LocalSockets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The wallet of this machine: the broker of the person who runs the app.
///
/// ```swift
/// let wallet = LocalWallet(grant: grant, merchantCertificate: certificate) { address in open(address) }
/// ```
public actor LocalWallet: WalletConnection {
    private let path: String?
    private let grant: String
    private let merchantCertificate: [UInt8]
    private let locale: String
    private let openWindow: @Sendable (String) async -> Void
    private let explain: @Sendable (String) -> Void
    private var open: [InAppPresentment.Identifier: FrameChannel] = [:]
    /// Requests that were taken back, just before or while they were open.
    private var withdrawn: Set<InAppPresentment.Identifier> = []

    /// Names the wallet.
    ///
    /// - Parameters:
    ///   - grant: what the registrar has granted this very program, as its file has it: white space at the ends is no part of it.
    ///   - merchantCertificate: the encryption certificate of the merchant's server, DER.
    ///   - locale: the person's language (BCP 47), for where no window shows them the request in one; nil for that of the app's environment.
    ///   - socket: where the wallet listens; nil for the place that the environment names.
    ///   - openWindow: opens an address in the person's browser, where they decide. Wallets that show requests elsewhere never call it.
    ///   - explain: takes a stable code and no more, for the app's developers, where the wallet refuses, or says that asking makes no sense.
    public init(
        grant: String, merchantCertificate: [UInt8], locale: String? = nil, socket: String? = nil,
        openWindow: @escaping @Sendable (String) async -> Void, explain: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let environment = ProcessInfo.processInfo.environment
        path = socket ?? BrokerSocket.apps.path(in: environment)
        self.grant = Self.trimmed(grant)
        self.merchantCertificate = merchantCertificate
        self.locale = locale ?? LocaleName.ofMessages(environment)
        self.openWindow = openWindow
        self.explain = explain
    }

    /// Asks the broker whether this app may ask for one of these, and the person has a document that answers it; `explain` gets why not.
    public func canPresent(_ alternatives: [InAppPresentment.Alternative]) async -> Bool {
        guard let channel = connect() else { return false }
        defer { channel.close() }
        let request = AppRequest(
            documents: alternatives.map(AppRequest.Document.init), merchantIdentifier: "", nonce: [], purpose: "", grant: grant,
            merchantCertificate: merchantCertificate)
        guard (try? await channel.send(AppMessage.mayAsk(request).encode())) != nil else { return false }
        let notice = await Self.notice(channel)
        if case .ended(_, let code)? = notice { explain(code) }
        return notice == .mayAsk
    }

    /// Hands the request to the broker and opens its windows until the person has answered or refused, or the request is withdrawn.
    public func present(_ presentment: InAppPresentment) async -> Result<WalletAnswer, IdentityError> {
        guard withdrawn.remove(presentment.identifier) == nil else { return .failure(.cancelled) }
        guard let channel = connect() else { return .failure(.notSupported) }
        open[presentment.identifier] = channel
        defer {
            open[presentment.identifier] = nil
            withdrawn.remove(presentment.identifier)
            channel.close()
        }
        let request = AppRequest(
            documents: presentment.alternatives.map(AppRequest.Document.init), merchantIdentifier: presentment.merchantIdentifier,
            nonce: presentment.nonce, purpose: presentment.usageDescription, grant: grant, merchantCertificate: merchantCertificate)
        guard (try? await channel.send(AppMessage.ask(request, locale: locale).encode())) != nil else { return .failure(.unknown) }
        while let notice = await Self.notice(channel) {
            switch notice {
            case .window(let address): await openWindow(address)
            case .answer(let envelope, let omitted):
                return .success(WalletAnswer(encryptedData: envelope, omittedElements: omitted.map { IdentityElement($0) }))
            case .ended(let ending, let code):
                explain(code)
                return .failure(IdentityError(rawValue: Int(ending.rawValue)) ?? .unknown)
            case .mayAsk: return .failure(.unknown)
            }
        }
        return .failure(Task.isCancelled || withdrawn.contains(presentment.identifier) ? .cancelled : .unknown)
    }

    /// Withdraws the request; where it has not begun yet, it will not.
    public func cancel(_ request: InAppPresentment.Identifier) async {
        withdrawn.insert(request)
        guard let channel = open[request] else { return }
        try? await channel.send(AppMessage.withdraw.encode())
    }

    /// A registrar's file ends with a line break, with which no grant is one.
    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let begun = text.drop(while: isBlank)
        return String(begun.reversed().drop(while: isBlank).reversed())
    }

    private func connect() -> FrameChannel? {
        path.flatMap { try? LocalAddress.connect(to: $0, maximumBytes: MessageBounds.frame) }
    }

    private static func notice(_ channel: FrameChannel) async -> AppNotice? {
        guard let frame = try? await channel.receive() else { return nil }
        return try? AppNotice(decoding: frame)
    }
}

extension AppRequest.Document {
    fileprivate init(_ alternative: InAppPresentment.Alternative) {
        self.init(
            docType: alternative.docType, region: alternative.region, acceptsAge: alternative.ageFallback == .age,
            words: zip(alternative.words, alternative.intents).map { word, intent in
                AppRequest.Word(
                    word: word.word, threshold: word.threshold.map { UInt8(clamping: $0.years) }, retention: Retention(intent))
            })
    }
}

extension Retention {
    fileprivate init(_ intent: IntentToStore) {
        self =
            switch intent {
            case .willNotStore: .none
            case .mayStore(let days) where (0...Self.maximumDays).contains(days): .days(days)
            case .mayStore, .mayStoreIndefinitely: .unlimited
            }
    }
}
