import Hummingbird
import MobileDocument
import Tracing
import VerificationSessions

/// Which routes are answered where, and behind which layers.
struct ServiceRoutes {
    let configuration: ServiceConfiguration
    let flow: VerificationFlow
    let watch: SessionWatch
    /// Of the requests in work at the page's listener.
    let places: Places
    let trust: ServiceTrust
    let measures: ServiceMeasures
    let metrics: PrometheusMetrics
    let tracer: any Tracer
    let clock: @Sendable () -> Instant

    /// The page's router, and the backend's where it has a listener of its own.
    func routers() -> (page: Router<ServiceContext>, backend: Router<ServiceContext>?) {
        let page = router(places)
        addPage(to: page)
        guard configuration.backendListener != nil else {
            addBackend(to: page)
            return (closed(page), nil)
        }
        let backend = router(Places(configuration.limits.concurrent))
        addBackend(to: backend)
        return (closed(page), closed(backend))
    }

    /// Added last, a layer stands only before the answer that there is no such route.
    private func closed(_ router: Router<ServiceContext>) -> Router<ServiceContext> {
        router.add(middleware: WrongMethodMiddleware(router))
        return router
    }

    private func router(_ places: Places) -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: TraceMiddleware(tracer: tracer))
        router.add(middleware: EdgeMiddleware())
        router.add(middleware: ConcurrencyMiddleware(places: places))
        return router
    }

    private var body: JSONBody { JSONBody(limits: configuration.limits) }

    private func addPage(to router: Router<ServiceContext>) {
        let group = router.group(RouterPath(configuration.pagePath))
            .add(middleware: RateLimitMiddleware(perMinute: configuration.limits.perMinute, clientHeader: configuration.limits.clientHeader, clock: clock))
        PageRoutes(flow: flow, body: body, watch: watch, measures: measures, clock: clock).add(to: group)
        KitRoutes().add(to: group)
    }

    private func addBackend(to router: Router<ServiceContext>) {
        let operations = OperationRoutes(trust: trust, metrics: metrics, probe: StoreProbe(flow.store), clock: clock)
        operations.addPublic(to: router)
        let credential = BackendCredentialMiddleware(
            keys: configuration.backendKeys, hasClientCertificates: configuration.backendListener?.tls?.clientAuthorities != nil)
        operations.addProtected(to: router.group("").add(middleware: credential))
        BackendRoutes(flow: flow, body: body, measures: measures, watch: watch, waiting: Places(configuration.limits.waiting))
            .add(to: router.group("v1").add(middleware: credential))
    }
}
