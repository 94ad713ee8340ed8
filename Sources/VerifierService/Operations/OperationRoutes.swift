import HTTPTypes
import Hummingbird
import MobileDocument
import VerificationSessions

/// What the operator's tools ask: is it alive, may it get traffic, how is it doing, what does it speak.
struct OperationRoutes {
    struct Health: Encodable {
        let status = "ok"
    }

    struct Readiness: Encodable {
        let status: String
        let store: String
        let trust: String
        let trustedAuthorities: Int
    }

    let trust: ServiceTrust
    let metrics: PrometheusMetrics
    let probe: StoreProbe
    let clock: @Sendable () -> Instant

    /// Whether the process answers; for anybody, and at any time.
    func addHealth(to router: Router<ServiceContext>) {
        router.getOrHead("health") { _, _ in try Response.json(value: Health()) }
    }

    /// Whether it may get traffic; for anybody.
    func addReadiness(to group: RouterGroup<ServiceContext>) {
        group.getOrHead("ready") { _, context in try await ready(context) }
    }

    /// What it speaks; for anybody.
    func addDescription(to group: RouterGroup<ServiceContext>, pagePath: String) {
        let document = OpenAPIDocument.bytes(pagePath: pagePath)
        group.getOrHead("openapi.json") { _, _ in Response.json(bytes: document) }
    }

    /// The routes for the operator.
    func addProtected(to group: RouterGroup<ServiceContext>) {
        group.get("metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(string: metrics.text())))
        }
    }

    /// Ready means: the store takes changes, and there is somebody to trust. Alive is less: the process answers.
    private func ready(_ context: ServiceContext) async throws -> Response {
        var store = "ok"
        if let failure = await probe.failure(at: clock()) {
            context.logger.error("\(failure.description)", metadata: ["code": .string(failure.code)])
            store = failure.code
        }
        let authorities = trust.list.anchors.count
        let failure = await trust.refresher.storeFailure?.code.rawValue
        let isReady = store == "ok" && authorities > 0
        let readiness = Readiness(
            status: isReady ? "ready" : "notReady", store: store,
            trust: failure ?? (authorities > 0 ? "ok" : TrustFault.empty.rawValue), trustedAuthorities: authorities)
        return try .json(isReady ? .ok : .serviceUnavailable, value: readiness)
    }
}
