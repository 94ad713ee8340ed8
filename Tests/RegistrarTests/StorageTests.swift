import DocumentTrust
import Foundation
import MobileDocument
import Registrar
import Testing

@Suite("A ledger that several use at one time")
struct StorageTests {
    @Test("No change is lost, least of all a withdrawal")
    func concurrent() async throws {
        var world = try RegistrarWorld.ready()
        let request = try SigningRequestMaker().pem()
        let serials = try (0..<12).map { try world.issue(request, name: "reader-\($0)").serialNumber }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.url.appendingPathComponent("ledger.json").path
        try FileRegistrarStorage(path: path).begin(world.ledger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for serial in serials {
                // A storage of its own, as another process has.
                group.addTask {
                    try FileRegistrarStorage(path: path, lockWait: .seconds(300)).change { (ledger) throws(RegistrarError) in
                        _ = try ledger.revoke(serial, .superseded, at: RegistrarWorld.now)
                    }
                }
                group.addTask {
                    try FileRegistrarStorage(path: path, lockWait: .seconds(300)).change { (ledger) throws(RegistrarError) in
                        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
                        _ = try ledger.issueToken(to: .reviewer("reviewer-\(serial.suffix(8))"), at: RegistrarWorld.now, using: &generator)
                    }
                }
            }
            try await group.waitForAll()
        }
        let ledger = try #require(try FileRegistrarStorage(path: path).load())
        #expect(ledger.revokedCertificates.count == serials.count)
        #expect(ledger.audit.count { $0.event == .tokenIssued } == serials.count)
    }

    @Test("A ledger of before there were apps is read: its certificates are readers', each of its form")
    func former() throws {
        var world = try RegistrarWorld.ready()
        let (first, second) = (try world.issue(SigningRequestMaker().pem()), try world.issue(SigningRequestMaker().pem(), name: "second"))
        _ = try world.ledger.revoke(first.serialNumber, .superseded, at: RegistrarWorld.now)
        let written = try WrittenLedger(world.ledger)
        try written.rewrite { ledger in
            for key in ["applications", "grants", "screenshots"] { ledger[key] = nil }
        }
        try written.rewrite(each: "forms") { form in
            form["pictures"] = nil
            form["screenshots"] = 2
        }
        let read = try written.rewrite(each: "certificates") { certificate in
            certificate["use"] = nil
            certificate["form"] = 1
        }
        #expect(read.certificates == world.ledger.certificates)
        #expect(read.forms.map(\.form.purpose) == world.ledger.forms.map(\.form.purpose))
        #expect(read.forms.map(\.form.screenshots) == [[]])
        #expect(try read.certificate(second.serialNumber).use == .reader(form: 1))
        // It is written anew as ledgers are now.
        try written.storage.change { (ledger) throws(RegistrarError) in
            try ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), at: RegistrarWorld.now)
        }
        #expect(try written.storage.load()?.certificates == world.ledger.certificates)
        #expect(throws: RegistrarError(.storage, "", mend: "")) { try written.rewrite(each: "certificates") { $0["use"] = nil } }
    }

    @Test("A ledger of a newer version is refused before anything of it is read, and so never written without what only that version knows")
    func newer() throws {
        let world = try RegistrarWorld.ready()
        let written = try WrittenLedger(world.ledger)
        let unversioned = try written.rewrite { ledger in
            let version = ledger["version"] as? Int
            #expect(version == 1)
            // As before versions were written.
            ledger["version"] = nil
        }
        #expect(unversioned == world.ledger)
        func isNewer(_ error: any Error) -> Bool {
            (error as? RegistrarError).map { $0.code == .storage && $0.reason.contains("newer version") } ?? false
        }
        #expect {
            try written.rewrite { ledger in
                ledger["version"] = 2
                ledger["brands"] = "kept in another way"
            }
        } throws: { isNewer($0) }
        let revision = try written.storage.revision()
        #expect { try written.storage.change { (_) throws(RegistrarError) in } } throws: { isNewer($0) }
        #expect { try written.storage.begin(world.ledger) } throws: { isNewer($0) }
        #expect(try written.storage.revision() == revision)
    }

    @Test("A ledger of before submissions were counted is read: each was the first, the icons of refused brands go, and no record says who acted")
    func formerBrands() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        try world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), as: .operator, at: RegistrarWorld.now)
        #expect(world.ledger.audit.map(\.actor) == [nil, "operator"])
        let written = try WrittenLedger(world.ledger)
        #expect(try written.storage.load() == world.ledger)
        try written.rewrite(each: "audit") { $0["actor"] = nil }
        try written.rewrite(each: "brands") { brand in
            let hasIcon = brand.keys.contains("icon")
            #expect(!hasIcon)
            brand["submission"] = nil
        }
        func read(icon: String?, _ state: [String: Any]?) throws -> RegistrarLedger {
            try written.rewrite(each: "brands") { brand in
                brand["icon"] = icon
                if let state { brand["review"] = state }
            }
        }
        let icon = Base64URL.encode(world.icon)
        let refused = try read(icon: icon, nil)
        #expect(refused.brands["rentals"]?.icon == nil)
        #expect(refused.brands["rentals"]?.submission == 1)
        #expect(refused.audit.allSatisfy { $0.actor == nil })
        #expect(try read(icon: icon, ["state": "submitted"]).brands["rentals"]?.icon?.png == world.icon)
        #expect(throws: RegistrarError(.storage, "", mend: "")) { try read(icon: nil, ["state": "submitted"]) }
    }

    @Test("A brand stays under its registrable domain across the storage; one of before that was kept is under that of what it has proven, not of what waits")
    func formerRoots() throws {
        var world = try RegistrarWorld.ready()
        _ = try world.ledger.challenge(["www.rentals.example"], of: "rentals", at: RegistrarWorld.now, using: &world.generator)
        let written = try WrittenLedger(world.ledger)
        #expect(try written.storage.load() == world.ledger)
        var domains: [String: Any] = [:]
        try written.rewrite(each: "brands") { domains = $0["domains"] as? [String: Any] ?? [:] }
        let waiting = domains.filter { $0.key != RegistrarWorld.host }
        try #require(domains.count == 2 && waiting.count == 1)
        func read(root: String?, formerRoot: String?, _ domains: [String: Any]) throws -> String? {
            try written.rewrite(each: "brands") { brand in
                brand["provenRoot"] = root
                brand["registrableDomain"] = formerRoot
                brand["domains"] = domains
            }.brands["rentals"]?.registrableDomain
        }
        #expect(try read(root: RegistrarWorld.host, formerRoot: nil, [:]) == RegistrarWorld.host)
        #expect(try read(root: nil, formerRoot: RegistrarWorld.host, domains) == RegistrarWorld.host)
        #expect(try read(root: nil, formerRoot: nil, domains) == RegistrarWorld.host)
        #expect(try read(root: nil, formerRoot: RegistrarWorld.host, waiting) == nil)
        #expect(try read(root: nil, formerRoot: RegistrarWorld.host, [:]) == nil)
    }

    @Test("A brand that was approved before domains were proven first waits again with the first that it proves; one that had proven one does not")
    func formerApprovals() throws {
        var world = try RegistrarWorld.ready()
        let written = try WrittenLedger(world.ledger)
        try world.prove(["www.rentals.example"])
        #expect(world.ledger.brands["rentals"]?.review == .approved)
        world.ledger = try written.rewrite(each: "brands") { brand in
            brand["domains"] = [String: Any]()
            brand["provenRoot"] = nil
        }
        #expect(world.ledger.brands["rentals"]?.review == .approved)
        try world.prove([RegistrarWorld.host])
        #expect(world.ledger.waitingBrands.map(\.identifier) == ["rentals"])
        #expect(world.ledger.audit.last?.event == .brandSubmitted)
        #expect(throws: RegistrarError(.brandNotApproved, "", mend: "")) { _ = try world.issue(SigningRequestMaker().pem()) }
        try world.approveBrand()
        _ = try world.issue(SigningRequestMaker().pem())
        try world.prove(["www.rentals.example"])
        #expect(world.ledger.brands["rentals"]?.review == .approved)
    }

    @Test("Brands that anybody submits and a reviewer refuses do not fill the storage")
    func refusedBrands() throws {
        var world = try RegistrarWorld()
        let bytes = 200_000
        let icon = try BrandIcon(png: PNGMaker(chunks: [("IDAT", [UInt8](repeating: 0, count: bytes)), ("IEND", [])]).icon)
        let rejection = try Rejection(.brand, reason: "The name is another's.")
        for number in 1...150 {
            try world.ledger.submit(Brand(identifier: "brand-\(number)", name: "B", country: "UT", icon: icon), at: RegistrarWorld.now)
            try world.ledger.refuseBrand("brand-\(number)", rejection, at: RegistrarWorld.now)
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.url.appendingPathComponent("ledger.json").path
        try FileRegistrarStorage(path: path).begin(world.ledger)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size < bytes, "150 refused brands take less than one icon")
    }

    @Test("A change that fails leaves everything as it was; one that succeeds gives another revision")
    func failing() throws {
        let world = try RegistrarWorld.ready()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let storage = FileRegistrarStorage(path: folder.url.appendingPathComponent("ledger.json").path)
        #expect(try storage.revision() == nil)
        try storage.begin(world.ledger)
        let before = try storage.revision()
        #expect(throws: RegistrarError(.brandUnknown, "", mend: "")) {
            try storage.change { (ledger) throws(RegistrarError) in
                try ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), at: RegistrarWorld.now)
                try ledger.approveBrand("none", iconDigest: "", at: RegistrarWorld.now)
            }
        }
        #expect(try storage.load() == world.ledger)
        #expect(try storage.revision() == before)
        try storage.change { (ledger) throws(RegistrarError) in
            try ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), at: RegistrarWorld.now)
        }
        #expect(try storage.revision() != before)
    }

    @Test("What is done beside a change is done once that is kept, and before anybody else changes the ledger; after one that fails it is not done")
    func beside() throws {
        let world = try RegistrarWorld.ready()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.url.appendingPathComponent("ledger.json").path
        let (storage, other) = (FileRegistrarStorage(path: path), FileRegistrarStorage(path: path, lockWait: .milliseconds(20)))
        try storage.begin(world.ledger)
        var found: [Result<Review?, RegistrarError>] = []
        func look() {
            do throws(RegistrarError) {
                found.append(.success(try other.load()?.brands["rentals"]?.review))
                try other.change { (_) throws(RegistrarError) in }
            } catch { found.append(.failure(error)) }
        }
        try storage.change(within: .whole) { (ledger: inout RegistrarLedger) throws(RegistrarError) -> Void in
            try ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), at: RegistrarWorld.now)
        } kept: { _ in look() }
        #expect(found.count == 2)
        #expect(try storage.load()?.brands["rentals"]?.review == found.first?.get())
        #expect(throws: RegistrarError(.storageBusy, "", mend: "")) { try found.last?.get() }
        #expect(throws: RegistrarError(.brandUnknown, "", mend: "")) {
            try storage.change(within: .whole) { (ledger: inout RegistrarLedger) throws(RegistrarError) -> Void in
                try ledger.approveBrand("none", iconDigest: "", at: RegistrarWorld.now)
            } kept: { _ in look() }
        }
        #expect(found.count == 2)
    }

    @Test("Applicants fill three quarters of the storage and no more; withdrawals and lists have the rest")
    func room() throws {
        var world = try RegistrarWorld.ready()
        let serial = try world.issue(SigningRequestMaker().pem()).serialNumber
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.url.appendingPathComponent("ledger.json").path
        try FileRegistrarStorage(path: path).begin(world.ledger)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        let form = try RegistrarWorld.form()
        func file(_ storage: FileRegistrarStorage) throws {
            try storage.change(within: .applicants) { (ledger) throws(RegistrarError) in _ = try ledger.file(form, for: "rentals", at: RegistrarWorld.now) }
        }
        // The ledger as it is fills four fifths.
        let full = FileRegistrarStorage(path: path, maximumBytes: size / 4 * 5)
        #expect(throws: RegistrarError(.storageFull, "", mend: "")) { try file(full) }
        #expect(try full.load() == world.ledger)
        try full.change { (ledger) throws(RegistrarError) in _ = try ledger.revoke(serial, .superseded, at: RegistrarWorld.now) }
        let authority = world.authority
        _ = try full.change { (ledger) throws(RegistrarError) in try ledger.revocationList(by: authority, at: RegistrarWorld.now) }
        try file(FileRegistrarStorage(path: path, maximumBytes: size * 2))
        #expect(try FileRegistrarStorage(path: path).load()?.forms.count == 2)
    }

    @Test("A change does not wait for ever for another that does not end")
    func busy() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        try world.prove([RegistrarWorld.host])
        let digest = try #require(try world.ledger.brand("rentals").iconDigest)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.url.appendingPathComponent("ledger.json").path
        try FileRegistrarStorage(path: path).begin(world.ledger)
        func approve(in storage: FileRegistrarStorage) throws {
            try storage.change { (ledger) throws(RegistrarError) in try ledger.approveBrand("rentals", iconDigest: digest, at: RegistrarWorld.now) }
        }
        let lock = try LedgerLock(of: path)
        try lock.hold()
        let storage = FileRegistrarStorage(path: path, lockWait: .milliseconds(20))
        #expect(throws: RegistrarError(.storageBusy, "", mend: "")) { try approve(in: storage) }
        #expect(try storage.load() == world.ledger)
        try lock.release()
        try approve(in: storage)
        #expect(try storage.load()?.brands["rentals"]?.review == .approved)
    }

    @Test("A token is known by its digest only, and the last one given counts")
    func tokens() throws {
        var world = try RegistrarWorld()
        #expect(throws: RegistrarError(.brandUnknown, "", mend: "")) { _ = try world.issue(.applicant("rentals")) }
        #expect(throws: RegistrarError(.reviewerName, "", mend: "")) { _ = try world.issue(.reviewer("two words")) }
        try world.submitBrand()
        let first = try world.issue(.applicant("rentals"))
        let second = try world.issue(.applicant("rentals"))
        let reviewer = try world.issue(.reviewer("ada"))
        let ledger = world.ledger
        func holder(_ text: String, among eligible: TokenHolder...) -> TokenHolder? { ledger.holder(ofToken: text) { eligible.contains($0) } }
        #expect(holder(second.text, among: .applicant("rentals"), .reviewer("ada")) == .applicant("rentals"))
        #expect(holder(reviewer.text, among: .applicant("rentals"), .reviewer("ada")) == .reviewer("ada"))
        for text in [first.text, reviewer.text, "", String(repeating: "x", count: 1_000)] { #expect(holder(text, among: .applicant("rentals")) == nil) }
        #expect(holder(second.text, among: .applicant("ada"), .reviewer("ada")) == nil)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("ledger.json")
        try FileRegistrarStorage(path: file.path).begin(world.ledger)
        let text = try String(contentsOf: file, encoding: .utf8)
        for token in [first, second, reviewer] {
            #expect(!text.contains(token.text))
            #expect(!"\(token) \(String(reflecting: token))".contains(token.text))
        }
        #expect(try FileRegistrarStorage(path: file.path).load() == world.ledger)
    }
}

extension RegistrarWorld {
    fileprivate mutating func issue(_ holder: TokenHolder) throws -> AccessToken {
        try ledger.issueToken(to: holder, at: Self.now, using: &generator)
    }
}
