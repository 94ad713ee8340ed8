import DocumentTrust
import Foundation
import Hummingbird
import IdentityElements
import IssuingAuthority
import MobileDocument
import Registrar
import RegistrarService
import Synchronization
import Testing

/// A registrar on loopback: a ledger in a folder, a clock, an internet in memory, a reviewer.
final class ServiceScene: Sendable {
    static var brand: [String: Any] { ["id": "rentals", "name": "Spaceship Rentals", "country": "UT", "icon": icon] }
    static let icon = Data(PNGMaker().icon).base64EncodedString()
    /// Another picture than that of the brand.
    static let otherIcon = Data(PNGMaker(width: 64, height: 64).icon).base64EncodedString()
    /// The brand as it is submitted again.
    static var correction: [String: Any] { brand.filter { $0.key != "id" } }
    /// An approval of the brand with that icon.
    static var approval: [String: Any] { ["decision": "approve", "iconDigest": screenshot] }
    /// Digest of the picture that `AppRequests.screenshot` hands in, which is the icon.
    static let screenshot = (try? Screenshot(png: PNGMaker().icon).digest) ?? ""
    static var form: [String: Any] {
        [
            "subject": "identity", "region": "UT", "purpose": "To hand over a spaceship to its driver.",
            "elements": ["org.iso.18013.5.1.mDL": ["org.iso.18013.5.1": ["family_name", "age_over_21"]]], "retentionDays": 30,
            "privacyPolicy": "https://rentals.example/privacy", "screenshots": [screenshot],
        ]
    }

    let folder: TemporaryFolder
    let storage: FileRegistrarStorage
    let authority: ReaderAuthority
    let reviewer: String
    let zone: Zone
    let log = LogRecorder()
    private let tables: ElementTables
    private let limits: ServiceLimits
    private let time = Mutex(RegistrarWorld.now)

    init(
        name: String = "Utopia Registrar", tables: ElementTables = .builtIn, limits: ServiceLimits = ServiceLimits(), zone: Zone = Zone()
    ) throws {
        folder = try TemporaryFolder()
        self.tables = tables
        self.limits = limits
        self.zone = zone
        var world = try RegistrarWorld(name: name)
        authority = world.authority
        storage = RegistrarFolder(folder.url.path).storage
        reviewer = try world.ledger.issueToken(to: .reviewer("ada"), at: RegistrarWorld.now, using: &world.generator).text
        try storage.begin(world.ledger)
    }

    deinit { folder.remove() }

    var now: Instant {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// Runs the service on a port of loopback.
    ///
    /// - Parameter other: another storage of the same ledger, with other limits.
    func serve<Value: Sendable>(from other: FileRegistrarStorage? = nil, _ body: (ServiceCaller) async throws -> Value) async throws -> Value {
        let service = RegistrarService(
            storage: other ?? storage, authority: authority, prover: DomainProver(resolver: zone, fetcher: zone), tables: tables, limits: limits,
            now: { self.now }, logger: log.logger)
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let application = service.application(port: 0) { bound.yield($0) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { bound.finish() }
                try await application.run()
            }
            defer { group.cancelAll() }
            let port = try #require(await ports.first { _ in true }, "the service did not start")
            return try await body(ServiceCaller(LoopbackClient(port: port)))
        }
    }

    /// Registers the brand, which then waits.
    func waitingBrand(_ caller: ServiceCaller) async throws -> String {
        let registered = try await caller.call(.post, "/v1/brands", Self.brand)
        try #require(registered.status == 201)
        return try registered.text("token")
    }

    /// Puts brands that wait into the ledger, without the service; of each a challenge is open for its own domain, `IDENTIFIER.example`.
    ///
    /// - Returns: their tokens.
    func addBrands(_ identifiers: [String]) throws -> [String: String] {
        let icon = try BrandIcon(png: PNGMaker().icon)
        return try storage.change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            var tokens: [String: String] = [:]
            for identifier in identifiers {
                try ledger.submit(Brand(identifier: identifier, name: "B", country: "UT", icon: icon), at: RegistrarWorld.now)
                _ = try ledger.challenge(["\(identifier).example"], of: identifier, at: RegistrarWorld.now, using: &generator)
                tokens[identifier] = try ledger.issueToken(to: .applicant(identifier), at: RegistrarWorld.now, using: &generator).text
            }
            return tokens
        }
    }

    /// Proves a domain of the brand.
    func prove(_ domain: String, _ caller: ServiceCaller, _ token: String) async throws {
        let challenges = try await caller.call(.post, "/v1/brands/rentals/domains", token: token, ["domains": [domain]])
        let challenge = try #require((challenges.json["challenges"] as? [[String: String]])?.first)
        zone.publish(record: challenge["record"] ?? "", challenge["value"] ?? "")
        try #require(try await caller.call(.post, "/v1/brands/rentals/domains/\(domain)/check", token: token, ["method": "txt"]).status == 200)
    }

    /// Registers the brand and proves its domain; it waits.
    func provenBrand(_ caller: ServiceCaller) async throws -> String {
        let token = try await waitingBrand(caller)
        try await prove("rentals.example", caller, token)
        return token
    }

    /// Submits the brand again, with something changed.
    func correct(_ change: [String: Any], _ caller: ServiceCaller, _ token: String) async throws -> ServiceCaller.Reply {
        try await caller.call(.put, "/v1/brands/rentals", token: token, Self.correction.merging(change) { $1 })
    }

    /// Registers the brand, proves its domain and has it approved.
    func approvedBrand(_ caller: ServiceCaller) async throws -> String {
        let token = try await provenBrand(caller)
        try #require(try await caller.call(.post, "/v1/review/brands/rentals", token: reviewer, Self.approval).status == 200)
        return token
    }

    /// Brings the brand so far that it may send signing requests.
    func readyBrand(_ caller: ServiceCaller) async throws -> String {
        let token = try await approvedBrand(caller)
        _ = try await AppRequests.screenshot(caller, token)
        try #require(try await caller.call(.post, "/v1/brands/rentals/forms", token: token, Self.form).status == 201)
        try #require(try await caller.call(.post, "/v1/review/forms/1", token: reviewer, ["decision": "approve"]).status == 200)
        return token
    }
}
