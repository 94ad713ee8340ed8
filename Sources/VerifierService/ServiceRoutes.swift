import Hummingbird
import MobileDocument
import VerificationSessions

/// Which routes are answered where, and behind which layers.
struct ServiceRoutes {
    let configuration: ServiceConfiguration
    let flow: VerificationFlow
    let trust: ServiceTrust
    let measures: ServiceMeasures
    let metrics: PrometheusMetrics
    let clock: @Sendable () -> Instant

    /// The page's router, and the backend's where it has a listener of its own.
    func routers() -> (page: Router<ServiceContext>, backend: Router<ServiceContext>?) {
        let page = router()
        addPage(to: page)
        guard configuration.backendListener != nil else {
            addBackend(to: page)
            return (page, nil)
        }
        let backend = router()
        addBackend(to: backend)
        return (page, backend)
    }

    private func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: EdgeMiddleware())
        router.add(middleware: ConcurrencyMiddleware(limit: configuration.limits.concurrent))
        return router
    }

    private var body: JSONBody { JSONBody(limits: configuration.limits) }

    private func addPage(to router: Router<ServiceContext>) {
        let group = router.group(RouterPath(configuration.pagePath))
            .add(middleware: RateLimitMiddleware(perMinute: configuration.limits.perMinute, clientHeader: configuration.limits.clientHeader, clock: clock))
        PageRoutes(flow: flow, body: body, measures: measures, clock: clock).add(to: group)
        KitRoutes().add(to: group)
    }

    private func addBackend(to router: Router<ServiceContext>) {
        let operations = OperationRoutes(flow: flow, trust: trust, metrics: metrics)
        operations.addPublic(to: router)
        let credential = BackendCredentialMiddleware(
            keys: configuration.backendKeys, hasClientCertificates: configuration.backendListener?.tls?.clientAuthorities != nil)
        operations.addProtected(to: router.group("").add(middleware: credential))
        BackendRoutes(flow: flow, body: body, measures: measures).add(to: router.group("v1").add(middleware: credential))
    }
}
