import CBOR
import COSE
import DocumentTrust
import Foundation
import GRDB
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import SwiftASN1
import Testing
import VerificationSessions

// The blocks of docs/swift-server.md, as they stand there; scripts/check-docs compares the two.

/// Whether a visitor is at least 21. One value serves all visitors.
struct AgeCheck: Sendable {
    enum Outcome: Sendable, Equatable {
        case oldEnough, tooYoung
        /// The document is genuine, and leaves the question open.
        case undecided
        /// The names of the checks that failed, for your log.
        case refused([String])
        /// The session was answered before, is over, or never was. Start a new one.
        case noSession
        /// What was posted is no credential. The session is not used up.
        case unreadable
    }

    private let origin: Origin
    private let store: any SessionStore
    private let trust: @Sendable () -> IssuerTrustList
    private let builder: RequestBuilder
    private let verifier = Verifier(trust: IssuerTrustList([]))

    init(
        origin: Origin, reader: ReaderSigner, store: any SessionStore, trust: @escaping @Sendable () -> IssuerTrustList
    ) throws {
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["age_over_21"])
        builder = try RequestBuilder(documents: [licence], signers: [reader])
        self.origin = origin
        self.store = store
        self.trust = trust
    }

    /// The visitor has pressed the button. `id` goes into the visitor's own session on your server, `json` to the page.
    func ask(at now: Instant) async throws -> (id: SessionIdentifier, json: Data) {
        var generator = SystemRandomNumberGenerator()
        let id = SessionIdentifier.random(using: &generator)
        let (session, request) = try builder.build(for: origin, expiresAt: now.advanced(bySeconds: 300))
        try await store.insert(session, id: id)
        return (id, try JSONEncoder().encode(request))
    }

    /// The page has posted what the browser gave it. `id` comes out of the visitor's own session, never out of the post.
    func decide(_ body: [UInt8], for id: SessionIdentifier, at now: Instant) async throws -> Outcome {
        guard let credential = CredentialResponse(json: body) else { return .unreadable }
        guard let claimed = try await store.claim(id, at: now) else { return .noSession }
        switch verifier.trusting(trust()).verify(credential, for: claimed, at: now) {
        case .verified(let answer):
            guard let isOldEnough = answer.documents.first?.isAtLeast(age: 21) else { return .undecided }
            return isOldEnough ? .oldEnough : .tooYoung
        case .refused(let refusal):
            return .refused(refusal.report.failures.map(\.identifier.rawValue))
        case .mock:
            return .refused([CheckIdentifier.dataMock.rawValue])
        }
    }
}

/// A table of your database. SQLite: `CREATE TABLE pending (id TEXT PRIMARY KEY, sealed BLOB NOT NULL, expires INTEGER NOT NULL)`.
protocol PendingTable: Sendable {
    /// `INSERT INTO pending (id, sealed, expires) VALUES (?, ?, ?)`
    func insert(_ id: String, sealed: [UInt8], expires: Int64) async throws
    /// `DELETE FROM pending WHERE id = ? RETURNING sealed`: of any number of callers one gets the row.
    func remove(_ id: String) async throws -> [UInt8]?
    /// `DELETE FROM pending WHERE expires < ?`, every few seconds: sessions that nobody answered, and their keys.
    func removeExpired(before time: Int64) async throws
}

/// Sessions in a table, each sealed under its own name.
struct SealedSessionStore: SessionStore {
    let table: any PendingTable
    let keys: SealingKeyRing

    func insert(_ session: PendingSession, id: SessionIdentifier) async throws {
        let secret = [UInt8](try JSONEncoder().encode(session))
        let sealed = try keys.seal(secret, purpose: .secret, session: id.rawValue)
        try await table.insert(id.rawValue, sealed: sealed, expires: session.expiresAt?.secondsSinceEpoch ?? 0)
    }

    func claim(_ id: SessionIdentifier, at time: Instant) async throws -> ClaimedSession? {
        guard let sealed = try await table.remove(id.rawValue) else { return nil }
        let secret = try keys.open(sealed, purpose: .secret, session: id.rawValue)
        let session = try JSONDecoder().decode(PendingSession.self, from: Data(secret))
        guard let expiresAt = session.expiresAt, time <= expiresAt else { return nil }
        return ClaimedSession(claimed: session)
    }
}

/// The table in memory, by the statements that stand at its protocol.
private struct SQLiteTable: PendingTable {
    let database: DatabaseQueue

    init() throws {
        database = try DatabaseQueue()
        try database.write { database in
            try database.execute(sql: "CREATE TABLE pending (id TEXT PRIMARY KEY, sealed BLOB NOT NULL, expires INTEGER NOT NULL)")
        }
    }

    func insert(_ id: String, sealed: [UInt8], expires: Int64) async throws {
        try await database.write { database in
            try database.execute(sql: "INSERT INTO pending (id, sealed, expires) VALUES (?, ?, ?)", arguments: [id, Data(sealed), expires])
        }
    }

    func remove(_ id: String) async throws -> [UInt8]? {
        let sealed = try await database.write { database in
            try Data.fetchOne(database, sql: "DELETE FROM pending WHERE id = ? RETURNING sealed", arguments: [id])
        }
        return sealed.map { Array($0) }
    }

    func removeExpired(before time: Int64) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM pending WHERE expires < ?", arguments: [time])
        }
    }

    /// What the rows hold.
    func rows() async throws -> [Data] {
        try await database.read { database in try Data.fetchAll(database, sql: "SELECT sealed FROM pending") }
    }
}

@Suite("The guide to a server of one's own")
struct ServerGuideTests {
    /// The lines for the manifest, whose products are looked up in ours.
    private static let manifest = """
        dependencies: [
            .package(name: "swift-mdoc", path: "../swift-mdoc"),   // or the address you have it from
            .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        ],
        targets: [
            .executableTarget(
                name: "Rentals",
                dependencies: [
                    .product(name: "COSE", package: "swift-mdoc"),                   // the key of your reader certificate
                    .product(name: "DocumentTrust", package: "swift-mdoc"),          // whom you believe
                    .product(name: "MobileDocument", package: "swift-mdoc"),         // origins, times, names of elements
                    .product(name: "RelyingParty", package: "swift-mdoc"),           // requests, sessions, the verifier
                    .product(name: "VerificationSessions", package: "swift-mdoc"),   // here only for `SealingKeyRing`
                    .product(name: "SwiftASN1", package: "swift-asn1"),              // here only to read PEM
                ]),
        ]
        """

    private let sealingKey: [UInt8] = Array(repeating: 6, count: 32)

    /// The guide's reader, made of PEM files.
    private func reader(_ certificatePEM: String, _ keyPEM: String) throws -> ReaderSigner {
        let chain = try PEMDocument.parseMultiple(pemString: certificatePEM).map(\.derBytes)   // yours first, without the root
        let key = try SigningKey(pemRepresentation: keyPEM)
        let reader = ReaderSigner(name: "main", chain: chain, key: key, coverage: .wholeRequestAndEachDocument)

        return reader
    }

    /// The guide's check, on a table.
    private func check(_ table: SQLiteTable) throws -> AgeCheck {
        let parties = try FlowScene.sampleParties()
        let trust = try parties.issuerTrust()
        let reader = try reader(parties.reader.certificatePEM, parties.reader.privateKeyPEM)

        let keys = try SealingKeyRing([(name: "2026-06", key: sealingKey)])   // 32 random bytes, out of your secrets
        let store = SealedSessionStore(table: table, keys: keys)
        let check = try AgeCheck(origin: Origin("https://rentals.example"), reader: reader, store: store, trust: { trust })

        return check
    }

    /// What a page posts after the wallet has answered what it was given.
    private func answer(_ json: Data) throws -> [UInt8] {
        let request = try JSONDecoder().decode(PresentationRequest.self, from: json)
        return Array(try JSONEncoder().encode(FlowScene.sampleParties().answer(request)))
    }

    @Test("The guide's products are those of this package")
    func products() throws {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        let own = try String(contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
        let lines = Self.manifest.split(separator: "\n").map(String.init)
        let products = lines.filter { $0.contains("package: \"swift-mdoc\"") }.map { $0.components(separatedBy: "\"")[1] }
        #expect(products.count == 5)
        for product in products { #expect(own.contains(".library(name: \"\(product)\","), "\(product)") }
        let address = try #require(lines.first { $0.contains("swift-asn1.git") }).trimmingCharacters(in: .whitespaces)
        #expect(own.contains(address), "\(address)")
    }

    @Test("The guide's check says yes to a licence that does, and takes one answer for a session")
    func walk() async throws {
        let check = try check(SQLiteTable())
        let (id, json) = try await check.ask(at: Sample.now)
        let body = try answer(json)
        #expect(try await check.decide(Array("{}".utf8), for: id, at: Sample.now) == .unreadable)
        #expect(try await check.decide(body, for: id, at: Sample.now) == .oldEnough)
        #expect(try await check.decide(body, for: id, at: Sample.now) == .noSession)
    }

    @Test("The guide's check refuses the answer to another session, by the name of the check, and the session is used up")
    func otherSession() async throws {
        let check = try check(SQLiteTable())
        let first = try await check.ask(at: Sample.now)
        let body = try answer(first.json)
        let (id, json) = try await check.ask(at: Sample.now)
        #expect(try await check.decide(body, for: id, at: Sample.now) == .refused(["response.decryption"]))
        #expect(try await check.decide(answer(json), for: id, at: Sample.now) == .noSession)
    }

    @Test("In the guide's store a key lies sealed, goes with its session's end, and of many claims one gets it")
    func stored() async throws {
        let table = try SQLiteTable()
        let check = try check(table)
        let (late, json) = try await check.ask(at: Sample.now)
        let rows = try await table.rows()
        #expect(rows.count == 1)
        for row in rows { #expect(!Array(row).holds(Array("PRIVATE KEY".utf8))) }
        #expect(try await check.decide(answer(json), for: late, at: Sample.after(301)) == .noSession)

        _ = try await check.ask(at: Sample.now)
        try await table.removeExpired(before: Sample.after(300).secondsSinceEpoch)
        #expect(try await table.rows().count == 1)
        try await table.removeExpired(before: Sample.after(301).secondsSinceEpoch)
        #expect(try await table.rows().isEmpty)

        let store = SealedSessionStore(table: table, keys: try SealingKeyRing([(name: "2026-06", key: sealingKey)]))
        let contested = try await check.ask(at: Sample.now).id
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { try await store.claim(contested, at: Sample.now) != nil } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wins == 1)
    }

    @Test("The guide's lines for trust believe the roots of a folder and of a store, and nobody for a list that is refused")
    func believed() throws {
        let root = try FlowScene.sampleParties().root.identity
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("trust-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        for name in ["issuers", "providers"] {
            try FileManager.default.createDirectory(at: place.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        try root.certificatePEM.write(to: place.appendingPathComponent("issuers/iaca.pem"), atomically: true, encoding: .utf8)
        let certificate = try ParsedCertificate(ByteSlice(root.derEncoded))
        try TrustStore.create(at: place.appendingPathComponent("store").path)
            .add(certificate, confirming: certificate.fingerprint, provenance: "test", at: Sample.now)

        let snapshot = try snapshot(place.appendingPathComponent("store").path)
        #expect(snapshot.anchors.map(\.certificate.fingerprint) == [certificate.fingerprint])
        let byHand = try byHand(place.appendingPathComponent("issuers").path, place.appendingPathComponent("providers").path, [])
        #expect(byHand.anchors.map(\.certificate.fingerprint) == [certificate.fingerprint])
    }

    private func snapshot(_ folder: String) throws -> IssuerTrustList {
        let now = Sample.now

        let trust = try TrustStore(at: folder).snapshot(at: now)

        return trust
    }

    private func byHand(_ issuers: String, _ listProviders: String, _ vical: [UInt8]) throws -> IssuerTrustList {
        let now = Sample.now

        let roots = try TrustAnchorFolder.load(issuers)                                 // PEM files of issuers' roots
        let providers = TrustListAuthorities(try TrustAnchorFolder.load(listProviders))  // PEM files of list providers' roots
        let list = VICALVerification.verify(vical, authorities: providers, at: now).list  // nil if it is refused
        let trust = IssuerTrustList(roots + (list?.anchors ?? []))

        return trust
    }

    @Test("The guide's lines read a verified answer, and name what of its report is worth a line in a log")
    func read() throws {
        let (parties, now) = (try FlowScene.sampleParties(), Sample.now)
        let (session, request) = try parties.request(["family_name", "birth_date", "portrait", "age_over_18"])
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request), for: ClaimedSession(claimed: session), at: now)
        guard case .verified(let answer) = verdict else {
            Issue.record("\(verdict.report)")
            return
        }

        let document = answer.documents[0]
        let familyName = document[.mobileDrivingLicence, "family_name"]?.text
        let birthDate = document[.mobileDrivingLicence, "birth_date"]?.date
        let portrait = document[.mobileDrivingLicence, "portrait"]?.bytes?.array
        let street = document.residentAddress?.street
        let isAdult = document.inference(ofAge: 18, at: now)?.isReached
        let issuer = document.signer.subject
        #expect(familyName != nil && birthDate != nil && portrait != nil && isAdult == true && !issuer.isEmpty)
        #expect(street == nil)

        let notable = verdict.report.checks.filter { $0.outcome != .passed }.map { "\($0.identifier.rawValue) \($0.outcome.rawValue)" }
        #expect(notable.contains("signer.revocation unknown"))
    }
}
