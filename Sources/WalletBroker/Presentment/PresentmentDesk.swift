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
    private let readers: ReaderTrust
    private let launcher: ProviderLauncher
    private let history: PresentmentHistory
    private let patience: Patience
    private let logger: Logger
    private let now: @Sendable () -> Date
    private var current: PresentmentSession?
    private var isParsing = false

    init(
        parser: RequestParser, registry: ProviderRegistry, providers: [InstalledProvider], readers: ReaderTrust,
        launcher: ProviderLauncher, history: PresentmentHistory, patience: Patience, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.parser = parser
        self.registry = registry
        self.providers = providers
        self.readers = readers
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
            origin: request.origin, brand: readers.authorities(logger).brand(behind: request, at: now()), reportingProgram: incoming.reportingProgram)
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
            candidates: { await self.candidates(for: request, of: $0, with: $1) }, ended: { await self.end($0) })
    }

    /// - Parameters:
    ///   - provider: the provider that is to answer with the documents chosen from those it has; nil for all with all they have.
    private func candidates(for request: PartialRequest, of provider: String? = nil, with chosen: Set<String> = []) async -> [Candidate] {
        let documents: [RegisteredDocument]
        do { documents = try await registry.offeredDocuments().filter { $0.provider != provider || chosen.contains($0.documentIdentifier) } } catch {
            logger.error("the registry cannot be read", metadata: ["code": "\(error.code)"])
            return []
        }
        return RequestRouting.offers(for: request, among: documents, authorities: readers.authorities(logger), at: now()).compactMap { offer in
            guard let provider = providers.first(where: { $0.name == offer.provider }) else { return nil }
            return Candidate(provider: provider, offer: offer, choice: Self.choice(provider, offer, request))
        }
    }

    private static func choice(_ provider: InstalledProvider, _ offer: ProviderOffer, _ request: PartialRequest) -> SelectorChoice {
        var documents: [SelectorChoice.Document] = []
        for (asked, identifiers) in zip(request.documentRequests, offer.documents) {
            for identifier in identifiers where !documents.contains(where: { $0.identifier == identifier }) {
                documents.append(.init(identifier: identifier, type: asked.documentType))
            }
        }
        return SelectorChoice(
            provider: provider.name, displayName: provider.displayName, icon: provider.icon, documentTypes: Set(documents.map(\.type)).sorted(),
            documents: documents)
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
