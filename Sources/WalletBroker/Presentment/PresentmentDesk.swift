import Crypto
import Foundation
import Logging
import PresentmentRequest
import RequestParsing
import TextEncodings

/// Where requests are begun: one at a time.
public actor PresentmentDesk {
    private let parser: RequestParser
    private let registry: ProviderRegistry
    private let providers: [InstalledProvider]
    private let authorities: ReaderAuthorities
    private let launcher: ProviderLauncher
    private let history: PresentmentHistory
    private let patience: Patience
    private let logger: Logger
    private let now: @Sendable () -> Date
    private var current: PresentmentSession?
    private var isParsing = false

    init(
        parser: RequestParser, registry: ProviderRegistry, providers: [InstalledProvider], authorities: ReaderAuthorities,
        launcher: ProviderLauncher, history: PresentmentHistory, patience: Patience, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.parser = parser
        self.registry = registry
        self.providers = providers
        self.authorities = authorities
        self.launcher = launcher
        self.history = history
        self.patience = patience
        self.logger = logger
        self.now = now
    }

    /// Begins a request: has it read by a confined parser, and finds who can answer.
    ///
    /// A request that nobody can answer is begun all the same. The person sees that, and a page learns no sooner than by their closing the
    /// window: it cannot find out which documents somebody has.
    public func begin(_ incoming: IncomingRequest, from agent: any UserAgent) async throws(PresentmentRefusal) -> any ConsentSession {
        guard current == nil, !isParsing else { throw .inProgress }
        isParsing = true
        defer { isParsing = false }
        let request: PartialRequest
        do throws(RequestParsingError) {
            let parsed = try await parser.parse(incoming.request.data, origin: incoming.request.origin)
            if parsed.confinement != .complete { logger.warning("requests are parsed without Landlock, which this kernel does not have") }
            request = parsed.request
        } catch {
            logger.notice("a request is refused", metadata: ["code": "\(error.code)"])
            throw PresentmentRefusal(error)
        }
        let requester = Requester(
            origin: request.origin, brand: authorities.brand(behind: request, at: now()), reportingProgram: incoming.reportingProgram)
        let session = PresentmentSession(
            identifier: Self.identifier(), requester: requester, request: request, candidates: await candidates(for: request),
            surroundings(incoming, request, agent))
        current = session
        await session.begin()
        return session
    }

    /// Takes a request back, because its page no longer waits.
    public func withdraw(_ session: any ConsentSession) async {
        if current?.identifier == session.identifier { await current?.withdraw() }
    }

    /// What may be offered has changed.
    func registryChanged() async { await current?.refresh() }

    private func surroundings(_ incoming: IncomingRequest, _ request: PartialRequest, _ agent: any UserAgent) -> PresentmentSession.Surroundings {
        PresentmentSession.Surroundings(
            locale: incoming.locale, agent: agent, launcher: launcher, patience: patience, now: now,
            candidates: { await self.candidates(for: request) }, ended: { await self.end($0) })
    }

    private func candidates(for request: PartialRequest) async -> [Candidate] {
        let documents: [RegisteredDocument]
        do { documents = try await registry.offeredDocuments() } catch {
            logger.error("the registry cannot be read", metadata: ["code": "\(error.code)"])
            return []
        }
        return RequestRouting.offers(for: request, among: documents, authorities: authorities, at: now()).compactMap { offer in
            guard let provider = providers.first(where: { $0.name == offer.provider }) else { return nil }
            let types = zip(request.documentRequests, offer.documents).filter { !$1.isEmpty }.map(\.0.documentType)
            let choice = SelectorChoice(
                provider: provider.name, displayName: provider.displayName, icon: provider.icon, documentTypes: Set(types).sorted())
            return Candidate(provider: provider, offer: offer, choice: choice)
        }
    }

    private func end(_ record: PresentmentRecord) async {
        do { try await history.add(record) } catch { logger.error("the history cannot be written", metadata: ["code": "\(error.code)"]) }
        logger.info("a request has ended", metadata: ["outcome": "\(record.outcome.rawValue)"])
        current = nil
    }

    /// 256 bits nobody can guess.
    private static func identifier() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Hexadecimal.text($0) }
    }
}
