public import Foundation
public import IdentityElements
public import Logging
public import UserVerification
public import WalletBroker

/// The broker's pages: the one that websites open, the window in which a person decides, settings and history.
///
/// They are served to this machine's own user alone, at `http://wallet.localhost:PORT`. Every window goes by a secret in its paths;
/// an address that opens one does so once.
public struct BrokerPages: Sendable {
    private let parts: PageParts
    private let logger: Logger

    /// Makes the pages.
    ///
    /// - Parameters:
    ///   - desk: where requests begin.
    ///   - codes: where codes of other devices are answered; nil for nowhere.
    ///   - settings: what is decided about providers.
    ///   - history: what was decided about requests.
    ///   - verifier: verifies and enrols the owner.
    ///   - tables: what documents are called.
    ///   - limits: how long windows are waited for.
    ///   - now: the clock.
    ///   - logger: where it logs to; nothing of a request is logged.
    /// - Throws: if a template cannot be read, which tests rule out.
    public init(
        desk: any RelayDesk, codes: (any AnsweringDesk)? = nil, settings: any ProviderSettings, history: any RequestHistory, verifier: UserVerifier,
        tables: ElementTables = .builtIn, limits: PagesLimits = PagesLimits(), now: @escaping @Sendable () -> Date = { Date() }, logger: Logger
    ) throws {
        parts = PageParts(
            desk: desk, codes: codes, settings: settings, history: history, verifier: verifier, tables: tables, limits: limits, now: now,
            templates: try Templates())
        self.logger = logger
    }

    /// The server, ready to run.
    ///
    /// - Parameters:
    ///   - port: port to bind to, on 127.0.0.1 and ::1; 0 for any that is free on both.
    ///   - onServerRunning: is told the origin the pages have.
    public func server(port: Int, onServerRunning: @escaping @Sendable (WalletOrigin) async -> Void = { _ in }) -> PagesServer {
        PagesServer(parts: parts, port: port, logger: logger, onServerRunning: onServerRunning)
    }

    /// An address that opens the window of a request once, for a user agent that brought it past the relay.
    public func address(of session: any ConsentSession, at origin: WalletOrigin) async -> String { origin.text + (await parts.path(of: session)) }

    /// An address that opens a page once, for a program to hand to the person's browser.
    public func address(of page: WalletPage, at origin: WalletOrigin) async -> String {
        let purpose: WindowPurpose =
            switch page {
            case .settings: .settings
            case .history: .history
            case .authorization(let provider): .authorization(provider: provider)
            }
        return await address(of: purpose, at: origin)
    }

    /// An address that opens the page once on which a person answers another device; nil where no other device is reached.
    public func answeringAddress(at origin: WalletOrigin) async -> String? {
        guard let codes = parts.codes else { return nil }
        return await address(of: .answer(AnsweringWindow(desk: codes, grace: parts.limits.grace)), at: origin)
    }

    /// A linked device asks: the pages on which a person answers other devices lead to its request, but for those on which one is being answered.
    ///
    /// - Parameter address: the window of the request.
    public func announce(_ address: String) async {
        await parts.windows.consent(at: address)?.noteLinkedDevice()
        for window in await parts.windows.answering() { await window.announce(address) }
    }

    private func address(of purpose: WindowPurpose, at origin: WalletOrigin) async -> String {
        origin.text + purpose.path(await parts.windows.makeDoor(purpose))
    }
}
