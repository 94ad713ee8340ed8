public import Hummingbird
import HummingbirdCore
public import IdentityElements
import IgnoredUpgrades
public import IssuingAuthority
public import Logging
public import MobileDocument
public import Registrar

/// A registrar over HTTP: applicants bring brands, domains, forms, apps and signing requests, reviewers decide, and everybody fetches the
/// root and the revocation list.
///
/// It speaks plain HTTP and belongs behind a proxy that ends TLS. All of its state is in the storage, which the `mdoc registrar`
/// command may change at the same time. It logs routes, statuses and codes, and nothing anybody sent.
public struct RegistrarService: Sendable {
    private let parts: ServiceParts
    private let logger: Logger

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - storage: where the ledger is kept; one must have been begun.
    ///   - authority: the registrar's authority.
    ///   - prover: looks at what the owners of domains published.
    ///   - tables: which words and groups an app can be granted.
    ///   - limits: what the service takes upon itself.
    ///   - now: the clock.
    ///   - logger: where it logs to.
    public init(
        storage: any RegistrarStorage, authority: ReaderAuthority, prover: DomainProver, tables: ElementTables = .builtIn,
        limits: ServiceLimits = ServiceLimits(),
        now: @escaping @Sendable () -> Instant, logger: Logger
    ) {
        let state = RegistrarState(storage: storage, authority: authority, listHours: limits.listHours, logger: logger)
        parts = ServiceParts(
            state: state, authority: authority, prover: prover, tables: tables, limits: limits, slots: RequestSlots(limits.requests),
            domainChecks: DomainChecks(
                unapproved: limits.unapprovedChecks, approved: limits.approvedChecks, wait: .seconds(limits.turnSeconds)), now: now)
        self.logger = logger
    }

    /// The server, ready to run as a service; it finishes the requests at hand when it is asked to shut down.
    ///
    /// - Parameters:
    ///   - host: address to bind to.
    ///   - port: port to bind to; 0 for any.
    ///   - onServerRunning: is told the port that was bound.
    public func application(
        host: String = "127.0.0.1", port: Int = 8080, onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let limits = parts.limits
        return Application(
            router: router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [UpgradeEnd()], idleTimeout: .seconds(limits.idleSeconds),
                    httpDecoderConfiguration: .init(maxHeaderFieldSize: 8_192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64))),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)),
            onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: AnswerMiddleware(logger: logger))
        for route in Route.all {
            for method in route.methods {
                router.on(RouterPath(route.path), method: method) { [parts] request, context in
                    let deadline = Deadline(seconds: parts.limits.requestSeconds)
                    let limit = parts.limits.bodyBytes
                    let body = try await deadline.hold { try await RequestContent.body(of: request, for: route, limit: limit) }
                    let call = Call(parts: parts, headers: request.headers, parameters: context.parameters, body: body)
                    return try await deadline.race { try await Self.answer(call, on: route) }
                }
            }
        }
        return router
    }

    private static func answer(_ call: Call, on route: Route) async throws -> Response {
        let work = {
            let admitted = try await call.authorized(for: route.access)
            return try await route.run(admitted).response(status: route.status)
        }
        return route.isAlwaysAnswered ? try await work() : try await call.parts.slots.hold(work)
    }
}
