import Hummingbird
import MobileDocument
import Tracing
import VerificationSessions

/// Which routes are answered where, and behind which layers.
struct ServiceRoutes {
    let configuration: ServiceConfiguration
    let flow: VerificationFlow
    let watch: SessionWatch
    /// Of the requests in work at the page's routes, and of those at the backend's: strangers take none from the backend.
    let pagePlaces: Places
    let backendPlaces: Places
    let trust: ServiceTrust
    let measures: ServiceMeasures
    let metrics: PrometheusMetrics
    let tracer: any Tracer
    let clock: @Sendable () -> Instant

    /// The page's router, and the backend's where it has a listener of its own.
    func routers() -> (page: Router<ServiceContext>, backend: Router<ServiceContext>?) {
        let rate = RateLimitMiddleware(perMinute: configuration.limits.perMinute, clientHeader: configuration.limits.clientHeader, clock: clock)
        let page = router()
        addPage(to: page, rate)
        guard configuration.backendListener != nil else {
            addBackend(to: page, rate)
            return (closed(page), nil)
        }
        let backend = router()
        addBackend(to: backend, rate)
        return (closed(page), closed(backend))
    }

    /// Added last, a layer stands only before the answer that there is no such route.
    private func closed(_ router: Router<ServiceContext>) -> Router<ServiceContext> {
        router.add(middleware: WrongMethodMiddleware(router))
        return router
    }

    private func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: TraceMiddleware(tracer: tracer))
        router.add(middleware: EdgeMiddleware(measures: measures))
        return router
    }

    private var body: JSONBody { JSONBody(limits: configuration.limits) }

    private func addPage(to router: Router<ServiceContext>, _ rate: RateLimitMiddleware) {
        let group = router.group(RouterPath(configuration.pagePath))
            .add(middleware: rate)
            .add(middleware: ConcurrencyMiddleware(places: pagePlaces))
        PageRoutes(flow: flow, body: body, watch: watch, measures: measures, clock: clock).add(to: group)
        KitRoutes().add(to: group)
    }

    private func addBackend(to router: Router<ServiceContext>, _ rate: RateLimitMiddleware) {
        let work = ConcurrencyMiddleware(places: backendPlaces)
        let operations = OperationRoutes(trust: trust, metrics: metrics, probe: StoreProbe(flow.store), clock: clock)
        // Both are asked when there is most to do, and take no place: whether the store answers is found once for all who ask.
        operations.addHealth(to: router)
        operations.addReadiness(to: router.group(""))
        operations.addDescription(to: router.group("").add(middleware: rate), pagePath: configuration.pagePath)
        let credential = BackendCredentialMiddleware(
            keys: configuration.backendKeys, hasClientCertificates: configuration.backendListener?.tls?.clientAuthorities != nil)
        operations.addProtected(to: router.group("").add(middleware: credential).add(middleware: work))
        BackendRoutes(
            flow: flow, body: body, measures: measures, watch: watch, waiting: Places(configuration.limits.waiting), pagePlaces: pagePlaces,
            backendPlaces: backendPlaces
        ).add(to: router.group("v1").add(middleware: credential).add(middleware: work))
    }
}
