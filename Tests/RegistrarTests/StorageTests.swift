import DocumentTrust
import Foundation
import MobileDocument
import Registrar
import Testing
import VectorSupport

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

    @Test("A ledger that lacks a part is refused, whichever it is")
    func missingParts() throws {
        var world = try RegistrarWorld.ready()
        _ = try world.issue(SigningRequestMaker().pem())
        let written = try WrittenLedger(world.ledger)
        let whole = try written.rewrite { _ in }
        #expect(whole == world.ledger)
        func expectRefused(_ part: String, _ rewrite: (WrittenLedger) throws -> Void) throws {
            let written = try WrittenLedger(world.ledger)
            #expect(throws: RegistrarError(.storage, "", mend: ""), "\(part)") { try rewrite(written) }
        }
        for part in ["version", "brands", "forms", "screenshots", "applications", "grants", "certificates", "credentials", "lastListNumber", "audit"] {
            try expectRefused(part) { try $0.rewrite { $0[part] = nil } }
        }
        for (list, part) in [("brands", "submission"), ("forms", "legalBasis"), ("forms", "pictures"), ("certificates", "use")] {
            try expectRefused(part) { try $0.rewrite(each: list) { $0[part] = nil } }
        }
    }

    @Test("A ledger of a newer version is refused before anything of it is read, and so never written without what only that version knows")
    func newer() throws {
        let world = try RegistrarWorld.ready()
        let written = try WrittenLedger(world.ledger)
        try written.rewrite { ledger in
            let version = ledger["version"] as? Int
            #expect(version == 1)
        }
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

    @Test("Only a brand that was refused may be without its icon in the ledger")
    func withoutIcon() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        try world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), as: .operator, at: RegistrarWorld.now)
        #expect(world.ledger.audit.map(\.actor) == [nil, "operator"])
        let written = try WrittenLedger(world.ledger)
        let read = try written.rewrite(each: "brands") { brand in
            let hasIcon = brand.keys.contains("icon")
            #expect(!hasIcon)
        }
        #expect(read == world.ledger)
        #expect(throws: RegistrarError(.storage, "", mend: "")) {
            try written.rewrite(each: "brands") { $0["review"] = ["state": "submitted"] }
        }
    }

    @Test("A brand stays under its registrable domain across the storage, also while no domain of it is proven")
    func roots() throws {
        var world = try RegistrarWorld.ready()
        let written = try WrittenLedger(world.ledger)
        #expect(try written.storage.load() == world.ledger)
        try world.ledger.removeDomain(RegistrarWorld.host, of: "rentals", at: RegistrarWorld.now)
        let read = try #require(try WrittenLedger(world.ledger).load())
        #expect(read == world.ledger && read.brands["rentals"]?.registrableDomain == RegistrarWorld.host)
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

    @Test(
        "What root changes stays its owner's, and what root adds belongs to the folder's owner",
        .enabled(if: OtherOwners.areAllowed, "needs root, free to give files away"))
    func ofAnotherUser() throws {
        let world = try RegistrarWorld.ready()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func owner(_ name: String) throws -> [Int?] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appendingPathComponent(name).path)
            return [attributes[.ownerAccountID] as? Int, attributes[.groupOwnerAccountID] as? Int]
        }
        let path = folder.url.appendingPathComponent("ledger.json").path
        let (storage, picture) = (FileRegistrarStorage(path: path), try RegistrarWorld.screenshot())
        try #require(chown(folder.url.path, 65_534, 65_534) == 0)
        try storage.begin(world.ledger)
        try storage.keep(picture)
        try storage.keep(list: [0x30])
        for name in ["ledger.json", "ledger.json.lock", "ledger.json.crl", "screenshots", "screenshots/\(picture.digest).png"] {
            #expect(try owner(name) == [65_534, 65_534], "\(name)")
        }
        try #require(chown(path, 65_533, 65_533) == 0)
        try storage.change { (ledger) throws(RegistrarError) in
            try ledger.refuseBrand("rentals", Rejection(.brand, reason: "No."), at: RegistrarWorld.now)
        }
        #expect(try owner("ledger.json") == [65_533, 65_533])
    }

    @Test("A change is written to a file of its own: what was put in the place of its draft, and leads elsewhere, is not followed")
    func planted() throws {
        let world = try RegistrarWorld.ready()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.url.appendingPathComponent("ledger.json").path
        try folder.write("elsewhere", "untouched")
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: "elsewhere")
        try FileRegistrarStorage(path: path).begin(world.ledger)
        #expect(try FileRegistrarStorage(path: path).load() == world.ledger)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular)
        #expect(try String(contentsOf: folder.url.appendingPathComponent("elsewhere"), encoding: .utf8) == "untouched")
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
