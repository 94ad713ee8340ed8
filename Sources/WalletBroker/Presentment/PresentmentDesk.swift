import Crypto
import Foundation
import Logging
import PresentmentRequest
import RequestParsing
import TextEncodings
import X509

/// Where requests are begun: one at a time.
public actor PresentmentDesk {
    private let parser: RequestParser
    private let registry: ProviderRegistry
    private let providers: [InstalledProvider]
    private let readers: ReaderTrust
    private let launcher: ProviderLauncher
    private let devices: DeviceLauncher?
    private let role: BrokerRole
    private let history: PresentmentHistory
    private let patience: Patience
    private let logger: Logger
    private let now: @Sendable () -> Date
    private var current: PresentmentSession?
    private var isParsing = false
    /// How often what may be offered has changed.
    private(set) var changes = 0

    init(
        parser: RequestParser, registry: ProviderRegistry, providers: [InstalledProvider], readers: ReaderTrust,
        launcher: ProviderLauncher, devices: DeviceLauncher?, role: BrokerRole, history: PresentmentHistory, patience: Patience, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.parser = parser
        self.registry = registry
        self.providers = providers
        self.readers = readers
        self.launcher = launcher
        self.devices = devices
        self.role = role
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
        guard role.isAnswering || !incoming.isOnAnotherDevice else {
            logger.notice("a request is refused", metadata: ["code": "\(PresentmentRefusal.asksOnly.code)"])
            throw .asksOnly
        }
        guard isFree else { throw .inProgress }
        isParsing = true
        defer { isParsing = false }
        let request: PartialRequest
        do throws(RequestParsingError) {
            let parsed = try await parser.parse(incoming.request.data, origin: incoming.request.origin)
            if parsed.confinement != .complete { logger.warning("requests are parsed without Landlock, which this kernel does not have") }
            request = parsed.request
        } catch { throw refusal(error) }
        let (time, seen) = (now(), changes)
        let brand = await vouchers(at: time).brand(behind: request, at: time)
        let requester = Requester(
            origin: request.origin, brand: brand, reporter: incoming.reporter, isOnAnotherDevice: incoming.isOnAnotherDevice)
        // What came from another device goes no further: whose nearness its person saw would say nothing any more.
        let reachable = incoming.isOnAnotherDevice ? nil : devices
        let candidates = await candidates(for: request, by: .signatures(brand)) ?? []
        let linked = await reachable?.linkedDevices() ?? []
        // For whoever has left meanwhile nothing is begun.
        guard !Task.isCancelled else { throw refusal(.cancelled) }
        return await begin(
            requester, request, candidates, by: .signatures(brand), since: seen, locale: incoming.locale, agent, devices: reachable, linked: linked)
    }

    private func refusal(_ error: RequestParsingError) -> PresentmentRefusal {
        logger.notice("a request is refused", metadata: ["code": "\(error.code)"])
        return PresentmentRefusal(error)
    }

    /// Shows a request to the person. The caller has made sure that no other one is under way.
    ///
    /// - Parameters:
    ///   - seen: how often what may be offered had changed when the candidates were looked for.
    ///   - devices: reaches other devices that may answer it; nil where none may.
    ///   - linked: those of them that need no code.
    func begin(
        _ requester: Requester, _ request: PartialRequest, _ candidates: [Candidate], by vouching: Vouching, since seen: Int, locale: String,
        _ agent: any UserAgent, devices: DeviceLauncher? = nil, linked: [DeviceChoice] = []
    ) async -> any ConsentSession {
        let surroundings = PresentmentSession.Surroundings(
            locale: locale, agent: agent, launcher: launcher, devices: devices, linked: linked, patience: patience, now: now,
            candidates: { await self.candidates(for: request, by: vouching) }, isAllowed: { await self.isAllowed($0) },
            leaving: { await self.note($0) }, ended: { await self.end($0, noted: $1) })
        let session = PresentmentSession(
            identifier: Self.identifier(), requester: requester, request: request, candidates: candidates, surroundings)
        current = session
        await session.begin()
        if changes != seen { await session.refresh() }
        return session
    }

    /// Whether a request can be begun.
    var isFree: Bool { current == nil && !isParsing }

    /// Takes a request back, because its page no longer waits.
    public func withdraw(_ session: any ConsentSession) async {
        if current?.identifier == session.identifier { await current?.withdraw() }
    }

    /// What may be offered has changed.
    func registryChanged() async {
        changes += 1
        await current?.refresh()
    }

    /// Who stands behind a request.
    enum Vouching: Sendable {
        /// Whoever has signed it, with the brand that the person is shown, if there is one.
        case signatures(Requester.Brand?)
        /// The registrar with these key identifiers and this root, for all of it.
        case registrar(RootKeyIdentifiers, root: Certificate)
    }

    /// The authorities by whose word the person is told who asks: those that came with a provider which they allow now.
    ///
    /// - Parameter allowed: what the person has decided about the provider, where others are asked for.
    func vouchers(at time: Date, allowed: ProviderAuthorization = .authorized) async -> ReaderAuthorities {
        await vouchers(among: readers.authorities(logger, at: time), allowed)
    }

    private func vouchers(among authorities: ReaderAuthorities, _ allowed: ProviderAuthorization = .authorized) async -> ReaderAuthorities {
        var names: Set<String> = []
        for provider in providers where !provider.readerRoots.isEmpty {
            if (try? await registry.authorization(of: provider.name)) == allowed { names.insert(provider.name) }
        }
        return authorities.broughtBy(names)
    }

    /// Whether the person lets a provider present documents.
    private func isAllowed(_ provider: String) async -> Bool { (try? await registry.authorization(of: provider)) == .authorized }

    /// Whether the person would still be told the same of who asks.
    private func holds(_ vouching: Vouching, _ request: PartialRequest, _ authorities: ReaderAuthorities, at time: Date) async -> Bool {
        switch vouching {
        case .signatures(nil): true
        case .signatures(let brand): await vouchers(among: authorities).brand(behind: request, at: time) == brand
        case .registrar(_, let root): await vouchers(among: authorities).roots.contains { $0.certificate == root }
        }
    }

    /// The providers that can answer a request now; nil where what the person is told of who asks no longer holds.
    func candidates(for request: PartialRequest, by vouching: Vouching) async -> [Candidate]? {
        let time = now()
        let authorities = await readers.authorities(logger, at: time)
        guard await holds(vouching, request, authorities, at: time) else { return nil }
        let documents: [RegisteredDocument]
        do { documents = try await registry.offeredDocuments() } catch {
            // A look that is given up says nothing about the registry.
            if !Task.isCancelled { logger.error("the registry cannot be read", metadata: ["code": "\(error.code)"]) }
            return []
        }
        let offers =
            switch vouching {
            case .signatures: RequestRouting.offers(for: request, among: documents, authorities: authorities, at: time)
            case .registrar(let identifiers, _):
                RequestRouting.offers(for: request, among: documents, covering: request.documentRequests.map { _ in identifiers }, at: time)
            }
        return offers.compactMap { offer in
            guard let provider = providers.first(where: { $0.name == offer.provider }) else { return nil }
            return Candidate(provider: provider, offer: offer, choice: Self.choice(provider, offer, request))
        }
    }

    private static func choice(_ provider: InstalledProvider, _ offer: ProviderOffer, _ request: PartialRequest) -> SelectorChoice {
        let types = zip(request.documentRequests, offer.documents).filter { !$1.isEmpty }.map(\.0.documentType)
        return SelectorChoice(provider: provider.name, displayName: provider.displayName, icon: provider.icon, documentTypes: Set(types).sorted())
    }

    /// Writes a record down.
    ///
    /// - Returns: the number of its entry; nil where the history cannot be written.
    private func note(_ record: PresentmentRecord) async -> Int64? {
        do { return try await history.add(record) } catch {
            logger.error("the history cannot be written", metadata: ["code": "\(error.code)"])
            return nil
        }
    }

    private func end(_ record: PresentmentRecord, noted entry: Int64?) async {
        if let entry {
            if record.outcome != .answered { await correct(entry, record) }
        } else {
            _ = await note(record)
        }
        logger.info("a request has ended", metadata: ["outcome": "\(record.outcome.word)"])
        current = nil
    }

    private func correct(_ entry: Int64, _ record: PresentmentRecord) async {
        do { try await history.replace(entry, with: record) } catch {
            logger.error("the history cannot be written", metadata: ["code": "\(error.code)"])
        }
    }

    /// 256 bits nobody can guess.
    private static func identifier() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Hexadecimal.text($0) }
    }
}
