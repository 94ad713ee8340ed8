import AsyncHTTPClient
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import IgnoredUpgrades
public import Logging
public import MobileDocument
import NIOCore
public import ServiceLifecycle
public import Tracing
import TrustFetching
public import VerificationSessions

/// A verifier service, put together from its configuration: routes, listeners and what runs in the background.
public struct VerifierApplication: Sendable {
    /// The listeners' responder to the page's routes, and to all where there is one listener only.
    let pageResponder: RouterResponder<ServiceContext>
    /// The responder of the backend's listener, if it has one of its own.
    let backendResponder: RouterResponder<ServiceContext>?
    /// The life of the sessions.
    public let flow: VerificationFlow
    private let configuration: ServiceConfiguration
    let watch: SessionWatch
    /// Of the requests in work at the page's routes, and of those at the backend's.
    let pagePlaces: Places
    let backendPlaces: Places
    let background: [any Service]
    let trust: ServiceTrust
    private let logger: Logger

    /// Puts a service together.
    ///
    /// - Parameters:
    ///   - store: where sessions are kept; the application closes it at its end.
    ///   - metrics: collects what is measured.
    ///   - tracer: gets a span for each request and for the steps of an answer.
    ///   - clock: tells the time.
    /// - Throws: a mistake that shows only when files are opened.
    public init(
        _ configuration: ServiceConfiguration, store: any VerificationStore, metrics: PrometheusMetrics, logger: Logger,
        tracer: any Tracer = NoOpTracer(), clock: @escaping @Sendable () -> Instant
    ) throws(ConfigurationMistakes) {
        try self.init(
            configuration, store: store, metrics: metrics, fetcher: ResourceFetcher(profile: configuration.network), logger: logger, tracer: tracer,
            clock: clock, pause: { try await Task.sleep(for: $0) })
    }

    /// - Parameters:
    ///   - fetcher: the way to whatever trust is fetched from.
    ///   - pause: waits between attempts to write an outcome.
    init(
        _ configuration: ServiceConfiguration, store: any VerificationStore, metrics: PrometheusMetrics, fetcher: any ResourceFetching,
        logger: Logger, tracer: any Tracer, clock: @escaping @Sendable () -> Instant, pause: @escaping @Sendable (Duration) async throws -> Void
    ) throws(ConfigurationMistakes) {
        let trust = try ServiceTrust(configuration, fetcher: fetcher, clock: clock)
        self.trust = trust
        let judge: VerificationJudge
        do {
            judge = try VerificationJudge(
                profile: configuration.profile, mode: configuration.mode, trust: { trust.list }, published: { trust.watch($0) })
        } catch {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: "profile", reason: "\(error)")])
        }
        flow = VerificationFlow(
            store: store, policies: configuration.policies, origin: configuration.origin, signers: configuration.signers, judge: judge,
            keys: configuration.sealing, audit: configuration.audit, settings: configuration.settings,
            sendsWebhooks: configuration.webhook != nil, merchant: configuration.merchant, clock: clock, pause: pause, tracer: tracer)
        watch = SessionWatch(flow: flow)
        pagePlaces = Places(configuration.limits.concurrent)
        backendPlaces = Places(configuration.limits.concurrent)
        self.configuration = configuration
        self.logger = logger

        for ended in configuration.endedCertificates(at: clock()) { logger.warning("\(ended)") }
        let measures = ServiceMeasures(factory: metrics)
        let routes = ServiceRoutes(
            configuration: configuration, flow: flow, watch: watch, pagePlaces: pagePlaces, backendPlaces: backendPlaces, trust: trust,
            measures: measures, metrics: metrics, tracer: tracer, clock: clock)
        let (page, backend) = routes.routers()
        pageResponder = page.buildResponder()
        backendResponder = backend?.buildResponder()
        var background: [any Service] = [
            trust.refresher, SweepService(flow: flow, measures: measures, logger: logger),
            SourceService(trust: trust, measures: measures, logger: logger, clock: clock),
        ]
        if let webhook = configuration.webhook {
            background.append(
                WebhookService(
                    store: store, configuration: webhook, client: WebhookClient.client, measures: measures, logger: logger, clock: clock))
        }
        self.background = background
    }

    /// What a service group runs: the listeners and the background work.
    ///
    /// - Parameter onListening: called with each listener's address once it accepts connections.
    public func services(onListening: @escaping @Sendable (ServiceAddress) async -> Void = { _ in }) throws -> [any Service] {
        var services = background
        let pageListener = configuration.pageListener
        services.append(
            try application(pageResponder, at: pageListener, "listen") {
                await onListening(ServiceAddress($0, isPage: true, hasTLS: pageListener.tls != nil))
            })
        if let backendResponder, let listener = configuration.backendListener {
            services.append(
                try application(backendResponder, at: listener, "backend.listen") {
                    await onListening(ServiceAddress($0, isPage: false, hasTLS: listener.tls != nil))
                })
        }
        return services
    }

    private func application(
        _ responder: RouterResponder<ServiceContext>, at listener: Listener, _ key: String,
        _ onListening: @escaping @Sendable (any Channel) async -> Void
    ) throws -> any Service {
        let limits = configuration.limits
        let tls = try listener.tls?.configuration()
        let ending = Ending()
        let server = HTTPServerBuilder { responder in
            let http = HTTP1Channel(
                responder: responder,
                configuration: .init(
                    additionalChannelHandlers: [ExpectedBody(limits), BodyBound(limits), UpgradeEnd(), LastReply(ending)],
                    idleTimeout: .seconds(Int64(limits.idleSeconds)),
                    httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
            guard let tls else { return LoopBoundChannel(ReplyBoundChannel(http, limits)) }
            return LoopBoundChannel(ReplyBoundChannel(try TLSChannel(http, tlsConfiguration: tls), limits))
        }
        let application = Application(
            responder: responder, server: server,
            configuration: .init(address: .hostname(listener.host, port: listener.port), serverName: nil, backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)),
            onServerRunning: onListening, logger: logger)
        return AddressedListener(listening: application, listener: listener, key: key, ending: ending)
    }
}
