import CBOR
import CertificateLists
import DocumentTrust
import Foundation
import HTTPTypes
import MobileDocument
import Registrar
import RegistrarService
import Testing

@Suite("The registrar's HTTP service")
struct ServiceTests {
    @Test("The description names every operation, each once")
    func description() async throws {
        let operations = try await ServiceScene().serve { caller in try caller.operations }
        #expect(operations == [
            "GET /health", "GET /root", "GET /crl", "GET /v1/terms", "GET /openapi.json", "POST /v1/brands", "GET /v1/brands", "GET /v1/brands/{brand}",
            "PUT /v1/brands/{brand}", "GET /v1/brands/{brand}/icon", "POST /v1/brands/{brand}/domains", "POST /v1/brands/{brand}/domains/{domain}/check",
            "DELETE /v1/brands/{brand}/domains/{domain}",
            "POST /v1/brands/{brand}/forms", "POST /v1/brands/{brand}/certificates", "GET /v1/brands/{brand}/certificates",
            "GET /v1/brands/{brand}/certificates/{serial}", "POST /v1/brands/{brand}/certificates/{serial}/renewal",
            "POST /v1/brands/{brand}/certificates/{serial}/revocation", "GET /v1/review", "POST /v1/review/brands/{brand}", "POST /v1/review/forms/{form}",
            "POST /v1/brands/{brand}/developers", "POST /v1/brands/{brand}/screenshots", "GET /v1/brands/{brand}/screenshots/{digest}",
            "POST /v1/brands/{brand}/applications", "GET /v1/brands/{brand}/applications",
            "POST /v1/brands/{brand}/applications/{application}/grants", "GET /v1/brands/{brand}/grants",
            "POST /v1/brands/{brand}/grants/{serial}/revocation", "POST /v1/brands/{brand}/merchants/{merchant}/certificates",
            "POST /v1/review/applications/{application}",
        ])
    }

    @Test("Nobody acts for a brand or as a reviewer without that token, and a brand that is not there gets the same answer")
    func credentials() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            var other = ServiceScene.brand
            other["id"] = "other"
            let otherToken = try await caller.call(.post, "/v1/brands", other).text("token")
            for wrong in [nil, "", otherToken, token + "x", String(token.dropLast()), String(repeating: "x", count: 4_000)] {
                let reply = try await caller.call(.get, "/v1/brands/rentals", token: wrong)
                #expect(reply.outcome == "401 service.credentials")
                #expect(reply.headers[.wwwAuthenticate] == "Bearer")
            }
            let absent = try await caller.call(.get, "/v1/brands/none", token: token)
            #expect(absent.outcome == "401 service.credentials")
            for (method, path) in [
                (HTTPRequest.Method.get, "/v1/review"), (.get, "/v1/brands"), (.post, "/v1/review/brands/rentals"), (.post, "/v1/review/forms/1"),
            ] {
                let reply = try await caller.call(method, path, token: token, method == .post ? ["decision": "approve"] : nil)
                #expect(reply.outcome == "401 service.credentials")
            }
            for path in ["domains", "forms", "certificates"] {
                let reply = try await caller.call(.post, "/v1/brands/rentals/\(path)", token: scene.reviewer, [:])
                #expect(reply.outcome == "401 service.credentials", "a reviewer does not act for a brand")
            }
            let basic = try await caller.call(.get, "/v1/brands/rentals", headers: [.authorization: "Basic \(token)"])
            #expect(basic.status == 401)
            #expect(try await caller.call(.get, "/v1/brands/rentals", token: token).status == 200)
        }
        // Another service over the same ledger, as after a restart, knows the token; one that was replaced counts no longer.
        try await scene.serve { caller in
            #expect(try await caller.call(.get, "/v1/brands/rentals", token: scene.reviewer).status == 200)
            try scene.storage.change { (ledger) throws(RegistrarError) in
                var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
                _ = try ledger.issueToken(to: .reviewer("ada"), at: RegistrarWorld.now, using: &generator)
            }
            #expect(try await caller.call(.get, "/v1/brands/rentals", token: scene.reviewer).status == 401)
        }
    }

    @Test("A refused brand is submitted again by its own applicant only")
    func takeover() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            var other = ServiceScene.brand
            other["id"] = "other"
            let otherToken = try await caller.call(.post, "/v1/brands", other).text("token")
            let refusal = ["decision": "refuse", "reason": "The name is another's."]
            #expect(try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, refusal).status == 200)
            let taken = try await caller.call(.post, "/v1/brands", ServiceScene.brand)
            #expect(taken.outcome == "422 registrar.brand.identifier")
            for wrong in [nil, otherToken, scene.reviewer] {
                let reply = try await caller.call(.put, "/v1/brands/rentals", token: wrong, ServiceScene.correction)
                #expect(reply.outcome == "401 service.credentials")
            }
            #expect(try scene.storage.load()?.brands["rentals"]?.review.word == "refused")
            #expect(try await caller.call(.get, "/v1/brands/rentals/icon", token: scene.reviewer).outcome == "404 service.path")
            #expect(try await scene.correct([:], caller, token).status == 200)
            #expect(try scene.storage.load()?.brands["rentals"]?.review == .submitted)
        }
    }

    @Test("A brand that waits is corrected by its applicant, and a decision on what waited before is refused")
    func corrected() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.provenBrand(caller)
            let again = try await scene.correct(["name": "Starship Rentals"], caller, token)
            #expect(again.status == 200)
            #expect(again.json["submission"] as? Int == 2)
            let former = ServiceScene.approval.merging(["submission": 1] as [String: Any]) { $1 }
            for decision in [ServiceScene.approval, former, ["decision": "refuse", "reason": "No."]] as [[String: Any]] {
                let late = try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, decision)
                #expect(late.outcome == "409 registrar.review.changed")
            }
            let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
            let waiting = try #require((queue.json["brands"] as? [[String: Any]])?.first)
            #expect(waiting["name"] as? String == "Starship Rentals")
            let approval = ServiceScene.approval.merging(["submission": waiting["submission"] ?? 0] as [String: Any]) { $1 }
            #expect(try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, approval).status == 200)
            #expect(try await scene.correct([:], caller, token).outcome == "409 registrar.review.over")
        }
    }

    @Test("A brand is approved with a proven domain, a form once all are proven, and the queue says which are")
    func domains() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.waitingBrand(caller)
            func decide(_ path: String, _ decision: [String: Any]) async throws -> String {
                try await caller.call(.post, "/v1/review/\(path)", token: scene.reviewer, decision).outcome
            }
            func proven() async throws -> [String: Bool] {
                let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
                let domains = (queue.json["domains"] as? [String: [[String: Any]]])?["rentals"] ?? []
                return Dictionary(uniqueKeysWithValues: domains.map { ($0["name"] as? String ?? "", $0["proven"] as? Bool ?? false) })
            }
            #expect(try await proven().isEmpty)
            #expect(try await decide("brands/rentals", ServiceScene.approval) == "409 registrar.domain.notProven")
            _ = try await caller.call(.post, "/v1/brands/rentals/domains", token: token, ["domains": ["rentals.example"]])
            #expect(try await proven() == ["rentals.example": false])
            #expect(try await decide("brands/rentals", ServiceScene.approval) == "409 registrar.domain.notProven")
            try await scene.prove("rentals.example", caller, token)
            #expect(try await proven() == ["rentals.example": true])
            #expect(try await decide("brands/rentals", ServiceScene.approval) == "200 ")
            _ = try await AppRequests.screenshot(caller, token)
            try #require(try await caller.call(.post, "/v1/brands/rentals/forms", token: token, ServiceScene.form).status == 201)
            _ = try await caller.call(.post, "/v1/brands/rentals/domains", token: token, ["domains": ["www.rentals.example"]])
            #expect(try await proven() == ["rentals.example": true, "www.rentals.example": false])
            #expect(try await decide("forms/1", ["decision": "approve"]) == "409 registrar.domain.notProven")
            try await scene.prove("www.rentals.example", caller, token)
            #expect(try await decide("forms/1", ["decision": "approve"]) == "200 ")
        }
    }

    @Test("A form that asks for what is restricted by law names the law, which reviewers are shown, and keeps nothing")
    func restricted() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            _ = try await AppRequests.screenshot(caller, token)
            func file(_ form: [String: Any]) async throws -> String {
                try await caller.call(.post, "/v1/brands/rentals/forms", token: token, form).outcome
            }
            var form = ServiceScene.form
            form["elements"] = [AppScene.card: [AppScene.number.nameSpace: [AppScene.number.identifier]]]
            #expect(try await file(form) == "422 registrar.form.legalBasis")
            let law = ["nameSpace": AppScene.number.nameSpace, "element": AppScene.number.identifier, "law": "Act 27 of 2013, article 9."]
            form["legalBasis"] = [law]
            #expect(try await file(form) == "422 registrar.form.retention")
            form["retentionDays"] = 0
            #expect(try await file(form) == "201 ")
            let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
            let waiting = try #require(queue.json["forms"] as? [[String: Any]])
            #expect(waiting.map { $0["legalBasis"] as? [[String: String]] } == [[law]])
        }
    }

    @Test("What a table of the registrar's own restricts gets no certificate without its law, new or renewed")
    func restrictedByTable() async throws {
        let scene = try ServiceScene(tables: GuildTables.tables)
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            // Filed and certified before there was the table.
            let request = try SigningRequest(pem: SigningRequestMaker().pem())
            let form = try RequestForm(
                subject: .identity, region: "UT", purpose: "To let members in.", elements: AllowedElements([.mobileDrivingLicence: GuildTables.elements]),
                retentionDays: 0, privacyPolicy: "https://rentals.example/privacy", screenshots: [ServiceScene.screenshot])
            let authority = scene.authority
            let serial = try scene.storage.change { (ledger) throws(RegistrarError) in
                var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
                let number = try ledger.file(form, for: "rentals", at: RegistrarWorld.now)
                try ledger.approveForm(number, at: RegistrarWorld.now)
                return try ledger.issue(
                    request, name: "guild", for: "rentals", form: number, by: authority, tables: .builtIn, at: RegistrarWorld.now, using: &generator
                ).serialNumber
            }
            let certificates = "/v1/brands/rentals/certificates"
            let csr: [String: Any] = ["csr": try SigningRequestMaker().pem()]
            func ask(_ path: String, _ more: [String: Any]) async throws -> String {
                try await caller.call(.post, path, token: token, csr.merging(more) { $1 }).outcome
            }
            #expect(try await ask("\(certificates)/\(serial)/renewal", [:]) == "422 registrar.form.legalBasis")
            #expect(try await ask(certificates, ["name": "more", "form": 2]) == "422 registrar.form.legalBasis")
            #expect(try await ask(certificates, ["name": "more", "form": 1]) == "201 ")
        }
    }

    @Test("An approval names the icon that was looked at, and is refused where another one waits")
    func otherIcon() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.provenBrand(caller)
            let digest = try await scene.correct(["icon": ServiceScene.otherIcon], caller, token).text("iconDigest")
            func approve(_ digest: String?) async throws -> String {
                var decision: [String: Any] = ["decision": "approve", "submission": 2]
                decision["iconDigest"] = digest
                return try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, decision).outcome
            }
            #expect(try await approve(nil) == "400 service.json")
            #expect(try await approve(ServiceScene.screenshot) == "409 registrar.review.icon")
            #expect(try scene.storage.load()?.brands["rentals"]?.review == .submitted)
            #expect(try await approve(digest) == "200 ")
        }
    }

    @Test("Whoever asks for the same domain again, or for one that is proven, or has published nothing, does not wait for those who change the ledger")
    func askedAgain() async throws {
        let scene = try ServiceScene()
        let path = scene.folder.url.appendingPathComponent("ledger.json").path
        let lock = try LedgerLock(of: path)
        try await scene.serve(from: FileRegistrarStorage(path: path, lockWait: .milliseconds(20))) { caller in
            let token = try await scene.waitingBrand(caller)
            func ask(_ domain: String) async throws -> ServiceCaller.Reply {
                try await caller.call(.post, "/v1/brands/rentals/domains", token: token, ["domains": [domain]])
            }
            try await scene.prove("proven.rentals.example", caller, token)
            let first = try await ask("rentals.example")
            try lock.hold()
            #expect(try await ask("rentals.example").body == first.body)
            #expect(try await ask("proven.rentals.example").outcome == "409 registrar.domain.proven")
            #expect(try await ask("www.rentals.example").outcome == "503 registrar.storage.busy")
            #expect(try await ask("localhost").outcome == "422 registrar.domain.name")
            let check = try await caller.call(.post, "/v1/brands/rentals/domains/rentals.example/check", token: token, ["method": "txt"])
            #expect(check.outcome == "409 registrar.challenge.mismatch")
            let removal = try await caller.call(.delete, "/v1/brands/rentals/domains/www.rentals.example", token: token)
            #expect(removal.outcome == "404 registrar.domain.unknown")
        }
    }

    @Test("What takes an approved brand, and what is not there, is refused before it waits for those who change the ledger")
    func unapproved() async throws {
        let scene = try ServiceScene()
        let path = scene.folder.url.appendingPathComponent("ledger.json").path
        let lock = try LedgerLock(of: path)
        try await scene.serve(from: FileRegistrarStorage(path: path, lockWait: .milliseconds(20))) { caller in
            let token = try await scene.provenBrand(caller)
            let request = try SigningRequestMaker().pem()
            try lock.hold()
            func ask(_ path: String, _ body: [String: Any]) async throws -> String {
                try await caller.call(.post, "/v1/brands/rentals/\(path)", token: token, body).outcome
            }
            let certificate: [String: Any] = ["name": "r", "form": 1, "csr": request]
            for (path, body) in [
                ("forms", ServiceScene.form), ("screenshots", ["png": ServiceScene.icon]), ("applications", AppRequests.application(ServiceScene.screenshot)),
                ("applications/1/grants", ["executable": AppScene.executable]), ("developers", ["name": "bob"]), ("certificates", certificate),
                ("merchants/\(AppScene.merchant)/certificates", ["name": "r", "csr": request]),
            ] as [(String, [String: Any])] {
                #expect(try await ask(path, body) == "409 registrar.brand.notApproved", "\(path)")
            }
            #expect(try await ask("certificates/01/renewal", ["csr": request]) == "404 registrar.certificate.unknown")
            #expect(try await ask("certificates/01/revocation", ["reason": "superseded"]) == "404 registrar.certificate.unknown")
            #expect(try await ask("grants/01/revocation", ["reason": "superseded"]) == "404 registrar.grant.unknown")
        }
    }

    @Test("The digest beside a submission is that of its icon, so that a reviewer sees when the icon was replaced; a refused brand has none")
    func iconDigest() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let registered = try await caller.call(.post, "/v1/brands", ServiceScene.brand)
            let token = try registered.text("token")
            func waiting() async throws -> String? {
                let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
                return (queue.json["brands"] as? [[String: Any]])?.first?["iconDigest"] as? String
            }
            func fetched() async throws -> String {
                try Screenshot(png: Array(await caller.call(.get, "/v1/brands/rentals/icon", token: scene.reviewer).body)).digest
            }
            let former = try await fetched()
            #expect(try await waiting() == former)
            let digest = try await scene.correct(["icon": ServiceScene.otherIcon], caller, token).text("iconDigest")
            #expect(digest != former)
            #expect(try await fetched() == digest)
            #expect(try await waiting() == digest)
            let refusal: [String: Any] = ["decision": "refuse", "reason": "The icon is another's.", "submission": 2]
            let refused = try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, refusal)
            #expect(refused.status == 200)
            #expect(!refused.json.keys.contains("iconDigest"))
        }
    }

    @Test("Domains are asked for, checked and removed for a brand that is not refused, and removed at most twenty times by its applicant")
    func removals() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.waitingBrand(caller)
            let domains = "/v1/brands/rentals/domains"
            func ask() async throws -> String { try await caller.call(.post, domains, token: token, ["domains": ["rentals.example"]]).outcome }
            func remove() async throws -> String { try await caller.call(.delete, "\(domains)/rentals.example", token: token).outcome }
            for _ in 1...20 {
                #expect(try await ask() == "201 ")
                #expect(try await remove() == "200 ")
            }
            #expect(try await ask() == "201 ")
            #expect(try await remove() == "409 registrar.domain.removals")
            let refusal = ["decision": "refuse", "reason": "The name is another's."]
            try #require(try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, refusal).status == 200)
            let before = try scene.storage.load()
            #expect(try await ask() == "409 registrar.brand.notApproved")
            #expect(try await remove() == "409 registrar.brand.notApproved")
            let check = try await caller.call(.post, "\(domains)/rentals.example/check", token: token, ["method": "txt"])
            #expect(check.outcome == "409 registrar.brand.notApproved")
            #expect(try scene.storage.load() == before)
        }
    }

    @Test("A registration that is refused anyway is refused before it waits for those who change the ledger")
    func refusedBeforehand() async throws {
        let scene = try ServiceScene()
        let first = try RegistrarWorld.brand()
        try scene.storage.change { (ledger) throws(RegistrarError) in try ledger.submit(first, at: RegistrarWorld.now) }
        let path = scene.folder.url.appendingPathComponent("ledger.json").path
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        let lock = try LedgerLock(of: path)
        func register(_ identifier: String, maximumBytes: Int = FileRegistrarStorage.maximumBytes) async throws -> String {
            let storage = FileRegistrarStorage(path: path, maximumBytes: maximumBytes, lockWait: .milliseconds(20))
            return try await scene.serve(from: storage) { caller in
                var brand = ServiceScene.brand
                brand["id"] = identifier
                return try await caller.call(.post, "/v1/brands", brand).outcome
            }
        }
        try lock.hold()
        #expect(try await register("other") == "503 registrar.storage.busy")
        #expect(try await register("rentals") == "422 registrar.brand.identifier")
        #expect(try await register("other", maximumBytes: size / 4 * 5) == "503 registrar.storage.full")
        try lock.release()
        let icon = try BrandIcon(png: PNGMaker().icon)
        try scene.storage.change { (ledger) throws(RegistrarError) in
            for number in 2...RegistrarLedger.maximumWaitingBrands {
                try ledger.submit(Brand(identifier: "brand-\(number)", name: "B", country: "UT", icon: icon), at: RegistrarWorld.now)
            }
        }
        try lock.hold()
        #expect(try await register("other") == "503 registrar.queue.full")
    }

    @Test("The record says who decided, withdrew and removed, and for whom something was issued and granted")
    func actors() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let certificates = "/v1/brands/rentals/certificates"
            for (name, withdrawing) in [("r", token), ("s", scene.reviewer)] {
                let issued = try await caller.call(.post, certificates, token: token, ["name": name, "form": 1, "csr": SigningRequestMaker().pem()])
                let serial = try issued.text("serial")
                let revoked = try await caller.call(.post, "\(certificates)/\(serial)/revocation", token: withdrawing, ["reason": "superseded"])
                #expect(revoked.status == 200)
            }
            let application = try await AppRequests.apply(caller, token)
            _ = try await caller.call(.post, "/v1/review/applications/\(application)", token: scene.reviewer, ["decision": "approve"])
            let developer = try await caller.call(.post, "/v1/brands/rentals/developers", token: token, ["name": "bob"]).text("token")
            let granted = try await caller.call(
                .post, "/v1/brands/rentals/applications/\(application)/grants", token: developer, ["executable": AppScene.executable])
            let serial = try granted.text("serial")
            _ = try await caller.call(.post, "/v1/brands/rentals/grants/\(serial)/revocation", token: token, ["reason": "superseded"])
            let removal = "/v1/brands/rentals/domains/rentals.example"
            #expect(try await caller.call(.delete, removal, token: scene.reviewer).outcome == "401 service.credentials")
            #expect(try await caller.call(.delete, removal, token: token).status == 200)
            #expect(try await caller.call(.delete, removal, token: token).outcome == "404 registrar.domain.unknown")
        }
        let records = try #require(try scene.storage.load()).audit
        #expect(
            records.compactMap { record in record.actor.map { "\(record.event.rawValue) by \($0)" } } == [
                "brandApproved by reviewer ada", "formApproved by reviewer ada", "certificateIssued by applicant of brand rentals",
                "certificateRevoked by applicant of brand rentals", "certificateIssued by applicant of brand rentals",
                "certificateRevoked by reviewer ada", "applicationApproved by reviewer ada", "applicationApproved by reviewer ada",
                "grantIssued by developer bob of brand rentals", "grantRevoked by applicant of brand rentals",
                "domainRemoved by applicant of brand rentals",
            ])
    }

    @Test("What cannot be read is refused with what is wrong, and never repeated")
    func unreadable() async throws {
        let scene = try ServiceScene(limits: ServiceLimits(bodyBytes: 4_096))
        try await scene.serve { caller in
            func register(_ content: String, _ type: String = "application/json") async throws -> ServiceCaller.Reply {
                try await caller.call(.post, "/v1/brands", content: Data(content.utf8), headers: [.contentType: type])
            }
            for content in ["", "{", "[]", "\"secret\"", #"{"id": "secret"}"#, #"{"id": "a", "name": 7, "country": "UT", "icon": ""}"#] {
                let reply = try await register(content)
                #expect(reply.outcome == "400 service.json", "\(content)")
                #expect(!String(decoding: reply.body, as: UTF8.self).contains("secret"))
            }
            #expect(try await register(#"{"id": "a", "country": "UT", "icon": ""}"#).text("detail").contains("name"))
            #expect(try await register("{}", "text/plain").code == "service.mediaType")
            let large = try await register("{\"id\": \"\(String(repeating: "x", count: 4_096))\"}")
            #expect(large.outcome == "413 service.size")
            // It may be of a screenshot as well as of a brand.
            #expect(try large.text("remedy").contains("picture"))
            let icon = try await register(#"{"id": "a", "name": "A", "country": "UT", "icon": "AAAA"}"#)
            #expect(icon.outcome == "422 registrar.brand.icon")
            for path in ["/", "/v1", "/v1/brands/a/b", "/v2/brands"] { #expect(try await caller.call(.get, path).code == "service.path") }
            #expect(try await caller.call(.delete, "/health").code == "service.path")
            let absent = try await caller.call(.post, "/v1/review/forms/7", token: scene.reviewer, ["decision": "approve"])
            #expect(absent.outcome == "404 registrar.form.unknown")
            let wordless = try await caller.call(.post, "/v1/review/forms/7", token: scene.reviewer, ["decision": "refuse"])
            #expect(wordless.outcome == "422 registrar.review.reason")
        }
    }

    @Test("A refusal names a part that there is: of a form another than of a brand, and of neither one of an app's")
    func refusedParts() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            for (path, parts) in [("/v1/review/forms/7", "domain, form, screenshot"), ("/v1/review/brands/rentals", "brand, domain")] {
                let decision = ["decision": "refuse", "part": "merchants", "reason": "The merchant is unknown."]
                let reply = try await caller.call(.post, path, token: scene.reviewer, decision)
                #expect(reply.outcome == "400 service.json")
                #expect(try reply.text("detail").contains(parts))
                let named = try await caller.call(.post, path, token: scene.reviewer, ["decision": "refuse", "part": "domain", "reason": "It is another's."])
                #expect(named.status == 404)
            }
        }
    }

    @Test("A form that asks for nothing, or by a name that nobody sees, is told what a list of elements may be")
    func elementLists() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            var form = ServiceScene.form
            for elements in [[:], ["card": [:]], ["card": ["n\u{202E}": ["a"]]]] as [[String: [String: [String]]]] {
                form["elements"] = elements
                let reply = try await caller.call(.post, "/v1/brands/rentals/forms", token: token, form)
                #expect(reply.outcome == "422 registrar.form", "\(elements)")
                #expect(try reply.text("detail").contains("empty"))
                #expect(try reply.text("remedy").contains("visible"))
            }
        }
    }

    @Test("A body that is not framed as HTTP wants it is refused as one that cannot be read, and is no fault of the registrar's")
    func brokenBody() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let head = "POST /v1/brands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            let refused = try await caller.exchange(head + "zz\r\n", until: "}")
            #expect(refused.hasPrefix("HTTP/1.1 400 ") && refused.contains(#""service.json""#), "\(refused)")
            #expect(!scene.log.text.contains("unexpected error"))
        }
    }

    @Test("An answer to HEAD ends with its head, so that the next answer of the connection is read as what it is")
    func headAlone() async throws {
        try await ServiceScene().serve { caller in
            let host = "/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            let answers = try await caller.exchange("HEAD \(host)\r\nGET \(host)Connection: close\r\n\r\n")
            #expect(answers.hasPrefix("HTTP/1.1 200 "), "\(answers)")
            let end = try #require(answers.range(of: "\r\n\r\n"))
            #expect(answers[end.upperBound...].hasPrefix("HTTP/1.1 200 "), "\(answers)")
        }
    }

    @Test("A request for another protocol, or for a tunnel, is answered as the last of its connection")
    func otherProtocol() async throws {
        try await ServiceScene().serve { caller in
            let upgrade = try await caller.exchange("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
            #expect(upgrade.hasPrefix("HTTP/1.1 200 ") && upgrade.lowercased().contains("\r\nconnection: close\r\n"), "\(upgrade)")
            let tunnel = try await caller.exchange("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n")
            #expect(tunnel.hasPrefix("HTTP/1.1 404 ") && tunnel.lowercased().contains("\r\nconnection: close\r\n"), "\(tunnel)")
        }
    }

    @Test("What everybody may get is asked by HEAD as well: the status and header fields are those of GET; nothing else is asked by it")
    func heads() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            // Lines of the head, but for the time of the answer, and what follows.
            func answer(_ method: String, _ path: String) async throws -> (head: [String], content: Substring) {
                let text = try await caller.exchange("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                let end = try #require(text.range(of: "\r\n\r\n"), "\(text)")
                let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
                return (lines.filter { !$0.lowercased().hasPrefix("date:") }, text[end.upperBound...])
            }
            for path in ["/root", "/health", "/v1/terms", "/openapi.json"] {
                let (got, asked) = (try await answer("GET", path), try await answer("HEAD", path))
                #expect(got.head.first == "HTTP/1.1 200 OK" && !got.content.isEmpty)
                #expect(asked.head == got.head)
                #expect(asked.content.isEmpty)
            }
            // The list is no text.
            let list = try await caller.call(.get, "/crl")
            let asked = try await answer("HEAD", "/crl")
            #expect(asked.head.first == "HTTP/1.1 200 OK")
            #expect(asked.head.contains { $0.lowercased() == "content-length: \(list.body.count)" }, "\(asked.head)")
            let tag = try #require(list.headers[.eTag])
            #expect(asked.head.contains { $0.hasSuffix(tag) }, "\(asked.head)")
            #expect(asked.content.isEmpty)
            #expect(try scene.storage.load()?.lastListNumber == 1)
            for path in ["/v1/brands", "/v1/review"] { #expect(try await answer("HEAD", path).head.first == "HTTP/1.1 404 Not Found") }
        }
    }

    @Test("The list is handed out until something is withdrawn or a quarter of its time has passed, and caches are told so")
    func lists() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": SigningRequestMaker().pem()])
            let first = try await caller.call(.get, "/crl")
            #expect(first.headers[.contentType] == "application/pkix-crl")
            #expect(first.headers[.cacheControl] == "public, max-age=300")
            let tag = try #require(first.headers[.eTag])
            let unchanged = try await caller.call(.get, "/crl", headers: [.ifNoneMatch: tag])
            #expect(unchanged.status == 304)
            #expect(unchanged.body.isEmpty)
            scene.now = RegistrarWorld.now.advanced(bySeconds: 6 * 3_600 - 10)
            let late = try await caller.call(.get, "/crl")
            #expect(late.body == first.body)
            #expect(late.headers[.cacheControl] == "public, max-age=10")
            scene.now = RegistrarWorld.now.advanced(bySeconds: 6 * 3_600)
            let second = try await caller.call(.get, "/crl")
            #expect(second.body != first.body)
            // Withdrawn by the operator's command, in another process.
            let serial = try issued.text("serial")
            try scene.storage.change { (ledger) throws(RegistrarError) in _ = try ledger.revoke(serial, .superseded, at: scene.now) }
            let third = try await caller.call(.get, "/crl", headers: [.ifNoneMatch: try #require(second.headers[.eTag])])
            #expect(third.status == 200)
            #expect(third.body.count > second.body.count)
            #expect(try scene.storage.load()?.lastListNumber == 3)
        }
    }

    @Test("A brand does not see or touch the certificates of another")
    func otherBrand() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": SigningRequestMaker().pem()])
            let serial = try issued.text("serial")
            var other = ServiceScene.brand
            other["id"] = "other"
            let otherToken = try await caller.call(.post, "/v1/brands", other).text("token")
            let path = "/v1/brands/other/certificates/\(serial)"
            #expect(try await caller.call(.get, path, token: otherToken).code == "registrar.certificate.unknown")
            #expect(try await caller.call(.post, "\(path)/renewal", token: otherToken, ["csr": SigningRequestMaker().pem()]).code == "registrar.certificate.unknown")
            #expect(try await caller.call(.post, "\(path)/revocation", token: otherToken, ["reason": "superseded"]).code == "registrar.certificate.unknown")
            let borrowed = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "s", "form": 1, "csr": SigningRequestMaker().with("O", "Utopia Police").pem()])
            #expect(borrowed.outcome == "422 registrar.csr.organization")
        }
    }

    @Test("The name of a certificate is the brand's own: another brand may have it, too, and each renews its own")
    func ownNames() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            var other = ServiceScene.brand
            other["id"] = "other"
            let otherToken = try await caller.call(.post, "/v1/brands", other).text("token")
            let tokens = ["rentals": token, "other": otherToken]
            let (form, picture) = (try RegistrarWorld.form(screenshots: [ServiceScene.screenshot]), try Screenshot(png: PNGMaker().icon))
            let number = try scene.storage.change { (ledger) throws(RegistrarError) in
                var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
                let (host, now) = (RegistrarWorld.host, RegistrarWorld.now)
                let challenge = try ledger.challenge([host], of: "other", at: now, using: &generator)[0]
                try ledger.confirm(host, of: "other", texts: [challenge.value], at: now)
                try ledger.approveBrand("other", iconDigest: ServiceScene.screenshot, at: now)
                try ledger.add(picture, of: "other")
                let number = try ledger.file(form, for: "other", at: now)
                try ledger.approveForm(number, at: now)
                return number
            }
            func ask(_ brand: String, at path: String = "", _ body: [String: Any]) async throws -> ServiceCaller.Reply {
                let request = body.merging(["csr": try SigningRequestMaker().pem()]) { $1 }
                return try await caller.call(.post, "/v1/brands/\(brand)/certificates\(path)", token: tokens[brand], request)
            }
            let serial = try await ask("rentals", ["name": "r", "form": 1]).text("serial")
            #expect(try await ask("other", ["name": "r", "form": number]).outcome == "201 ")
            #expect(try await ask("rentals", ["name": "r", "form": 1]).outcome == "422 registrar.certificate.name")
            #expect(try await ask("rentals", at: "/\(serial)/renewal", [:]).outcome == "201 ")
            let certificates = try #require(try scene.storage.load()).certificates
            #expect(certificates.map { "\($0.brand) \($0.name)" } == ["rentals r", "other r", "rentals r"])
        }
    }

    @Test("The last list is handed out while it counts, also when the ledger cannot be read, but not without a known withdrawal")
    func lastList() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": SigningRequestMaker().pem()])
            let first = try await caller.call(.get, "/crl")
            let ledger = try Data(contentsOf: scene.folder.url.appendingPathComponent("ledger.json"))
            try scene.folder.write("ledger.json", "{}")
            #expect(try await caller.call(.get, "/crl").body == first.body)
            #expect(scene.log.text.contains("no new revocation list can be made"))
            scene.now = RegistrarWorld.now.advanced(bySeconds: 24 * 3_600 - 1)
            let last = try await caller.call(.get, "/crl")
            #expect(last.body == first.body)
            #expect(last.headers[.cacheControl] == "public, max-age=0")
            scene.now = RegistrarWorld.now.advanced(bySeconds: 24 * 3_600)
            #expect(try await caller.call(.get, "/crl").outcome == "503 registrar.storage")

            scene.now = RegistrarWorld.now
            try scene.folder.write("ledger.json", Array(ledger))
            #expect(try await caller.call(.get, "/crl").body == first.body)
            let serial = try issued.text("serial")
            try scene.storage.change { (ledger) throws(RegistrarError) in _ = try ledger.revoke(serial, .superseded, at: scene.now) }
            #expect(try await caller.call(.get, "/health").status == 200)
            try scene.folder.write("ledger.json", "{}")
            #expect(try await caller.call(.get, "/crl").outcome == "503 registrar.storage")
        }
    }

    @Test("A ledger that does not know the last list, as when an older copy was put back, makes none: nobody is taken back, and no number is used twice")
    func restoredLedger() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": SigningRequestMaker().pem()])
            let (serial, authority) = (try issued.text("serial"), scene.authority)
            let copy = try Array(Data(contentsOf: scene.folder.url.appendingPathComponent("ledger.json")))
            func revoke() throws { try scene.storage.change { (ledger) throws(RegistrarError) in _ = try ledger.revoke(serial, .superseded, at: scene.now) } }
            func sign() throws {
                try scene.storage.change { (ledger) throws(RegistrarError) in _ = try ledger.revocationList(by: authority, at: scene.now) }
            }
            try revoke()
            let last = try await caller.call(.get, "/crl")
            #expect(try RevocationListSyntax(Array(last.body)).number?.value == 1)

            try scene.folder.write("ledger.json", copy)
            #expect(try await caller.call(.get, "/crl").body == last.body)
            #expect(scene.log.text.contains("no new revocation list can be made"))
            #expect(try scene.storage.load()?.lastListNumber == 0)
            try sign()
            #expect(try await caller.call(.get, "/crl").body == last.body, "it has reached the number, and does not know who is withdrawn")
            scene.now = RegistrarWorld.now.advanced(bySeconds: 24 * 3_600)
            #expect(try await caller.call(.get, "/crl").outcome == "503 registrar.storage")

            scene.now = RegistrarWorld.now.advanced(bySeconds: 6 * 3_600)
            try scene.folder.write("ledger.json", copy)
            try revoke()
            #expect(try await caller.call(.get, "/crl").body == last.body, "it knows who is withdrawn, and has not reached the number")
            try sign()
            let next = try await RevocationListSyntax(Array(caller.call(.get, "/crl").body))
            #expect(next.number?.value == 2)
            #expect(next.revoked.count == 1)
        }
    }

    @Test("A service that is started anew knows its last list, and makes none from an older ledger; what was kept and is no list stops nothing")
    func restarted() async throws {
        let scene = try ServiceScene()
        let ledger = scene.folder.url.appendingPathComponent("ledger.json")
        let serial = try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": SigningRequestMaker().pem()])
            #expect(try await RevocationListSyntax(Array(caller.call(.get, "/crl").body)).number?.value == 1)
            return try issued.text("serial")
        }
        let copy = try Array(Data(contentsOf: ledger))
        try scene.storage.change { (ledger) throws(RegistrarError) in _ = try ledger.revoke(serial, .superseded, at: scene.now) }
        let last = try await scene.serve { caller in try await Array(caller.call(.get, "/crl").body) }
        #expect(try RevocationListSyntax(last).number?.value == 2)
        let kept = scene.folder.url.appendingPathComponent("ledger.json.crl").path
        let permissions = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)

        try scene.folder.write("ledger.json", copy)
        try await scene.serve { caller in
            let handedOut = try await caller.call(.get, "/crl")
            #expect(Array(handedOut.body) == last)
            scene.now = RegistrarWorld.now.advanced(bySeconds: 24 * 3_600)
            let refusal = try await caller.call(.get, "/crl").outcome
            #expect(refusal == "503 registrar.storage")
        }
        #expect(try scene.storage.load()?.lastListNumber == 1)

        scene.now = RegistrarWorld.now
        try scene.folder.write("ledger.json.crl", "no list")
        let next = try await scene.serve { caller in try await Array(caller.call(.get, "/crl").body) }
        #expect(try RevocationListSyntax(next).number?.value == 2)
        #expect(scene.log.text.contains("the last revocation list is not known"))
    }

    @Test("A full ledger takes nothing more from applicants, but withdrawals, and the list says so")
    func full() async throws {
        let scene = try ServiceScene()
        let (token, serial) = try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": SigningRequestMaker().pem()])
            return (token, try issued.text("serial"))
        }
        let path = scene.folder.url.appendingPathComponent("ledger.json").path
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        try await scene.serve(from: FileRegistrarStorage(path: path, maximumBytes: size / 4 * 5)) { caller in
            let before = try await caller.call(.get, "/crl")
            var other = ServiceScene.brand
            other["id"] = "other"
            let certificate: [String: Any] = ["name": "s", "form": 1, "csr": try SigningRequestMaker().pem()]
            for (path, body) in [
                ("/v1/brands", other), ("/v1/brands/rentals/domains", ["domains": ["www.rentals.example"]]), ("/v1/brands/rentals/forms", ServiceScene.form),
                ("/v1/brands/rentals/certificates", certificate), ("/v1/brands/rentals/certificates/\(serial)/renewal", ["csr": certificate["csr"] ?? ""]),
            ] {
                #expect(try await caller.call(.post, path, token: token, body).outcome == "503 registrar.storage.full", "\(path)")
            }
            let removed = try await caller.call(.delete, "/v1/brands/rentals/domains/rentals.example", token: token)
            #expect(removed.outcome == "503 registrar.storage.full")
            let revoked = try await caller.call(.post, "/v1/brands/rentals/certificates/\(serial)/revocation", token: token, ["reason": "superseded"])
            #expect(revoked.status == 200)
            #expect(try await caller.call(.get, "/crl").body.count > before.body.count)
        }
    }

    @Test("More requests than the service takes at one time are told to come back, but the list, the root and the health are there for all", .timeLimit(.minutes(10)))
    func busy() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let zone = Zone {
            enter.yield()
            for await _ in released { break }
        }
        let scene = try ServiceScene(limits: ServiceLimits(requests: 1, lookSeconds: 30), zone: zone)
        try await scene.serve { caller in
            let token = try await scene.waitingBrand(caller)
            _ = try await caller.call(.post, "/v1/brands/rentals/domains", token: token, ["domains": ["rentals.example"]])
            async let slow = caller.call(.post, "/v1/brands/rentals/domains/rentals.example/check", token: token, ["method": "txt"])
            for await _ in entered { break }
            let turned = try await caller.call(.get, "/openapi.json")
            #expect(turned.outcome == "503 service.busy")
            #expect(turned.headers[.retryAfter] == "30")
            for path in ["/crl", "/root", "/health"] { #expect(try await caller.call(.get, path).status == 200) }
            release.yield()
            #expect(try await slow.code == "registrar.challenge.mismatch")
            #expect(try await caller.call(.get, "/openapi.json").status == 200)
        }
    }

    @Test("Requests whose body does not come take no place from others")
    func slowBodies() async throws {
        let scene = try ServiceScene(limits: ServiceLimits(requests: 1))
        try await scene.serve { caller in
            let path = "/v1/brands"
            let statuses = try await caller.stall(path) {
                let list = try await caller.call(.get, path, token: scene.reviewer)
                let registered = try await caller.call(.post, path, ServiceScene.brand)
                return [list.status, registered.status]
            }
            #expect(statuses == [200, 201])
        }
    }

    @Test("One domain of a brand is looked at at a time, and that of another brand beside it")
    func checks() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let scene = try ServiceScene(
            limits: ServiceLimits(lookSeconds: 30),
            zone: Zone {
                enter.yield()
                await gate.pass()
            })
        try await scene.serve { caller in
            let token = try await scene.waitingBrand(caller)
            var other = ServiceScene.brand
            other["id"] = "other"
            let otherToken = try await caller.call(.post, "/v1/brands", other).text("token")
            func check(_ brand: String, _ token: String) async throws -> String {
                try await caller.call(.post, "/v1/brands/\(brand)/domains/\(brand).example/check", token: token, ["method": "txt"]).outcome
            }
            for (brand, token) in [("rentals", token), ("other", otherToken)] {
                _ = try await caller.call(.post, "/v1/brands/\(brand)/domains", token: token, ["domains": ["\(brand).example"]])
            }
            var arrivals = entered.makeAsyncIterator()
            async let first = check("rentals", token)
            _ = await arrivals.next()
            #expect(try await check("rentals", token) == "409 service.checkRunning")
            async let beside = check("other", otherToken)
            _ = await arrivals.next()
            gate.open()
            #expect(try await first == "409 registrar.challenge.mismatch")
            #expect(try await beside == "409 registrar.challenge.mismatch")
            #expect(try await check("rentals", token) == "409 registrar.challenge.mismatch")
        }
    }

    @Test("However many brands that nobody has approved have hosts looked at that never answer, reviewers see the queue and decide, and approved brands are served")
    func stuckChecks() async throws {
        let (settled, settle) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let zone = Zone {
            settle.yield()
            await gate.pass()
        }
        let scene = try ServiceScene(limits: ServiceLimits(requests: 8, requestSeconds: 120, lookSeconds: 60), zone: zone)
        // Prepared in the ledger, since nothing is looked up before the gate opens: eight brands that wait, and one that is approved.
        let tokens = try scene.addBrands((1...8).map { "brand-\($0)" } + ["approved"])
        try scene.storage.change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            let (challenge, now) = (try ledger.openChallenge("approved.example", of: "approved"), RegistrarWorld.now)
            try ledger.confirm(challenge.domain, of: "approved", texts: [challenge.value], at: now)
            let digest = try ledger.brand("approved").iconDigest
            try ledger.approveBrand("approved", iconDigest: digest ?? "", at: now)
            _ = try ledger.challenge(["approved.example"], of: "approved", at: now, using: &generator)
        }
        try await scene.serve { caller in
            /// Tells that it is looked up, by the zone, or that it is answered.
            @Sendable func check(_ brand: String) async throws -> String {
                defer { settle.yield() }
                return try await caller.call(.post, "/v1/brands/\(brand)/domains/\(brand).example/check", token: tokens[brand], ["method": "txt"]).outcome
            }
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...8 { group.addTask { try await check("brand-\(number)") } }
                var arrivals = settled.makeAsyncIterator()
                // One is looked at, and another waits for its turn.
                for _ in 1...7 { _ = await arrivals.next() }
                #expect(try await caller.call(.get, "/v1/review", token: scene.reviewer).status == 200)
                let refusal = ["decision": "refuse", "reason": "The name is another's."]
                #expect(try await caller.call(.post, "/v1/review/brands/brand-1", token: scene.reviewer, refusal).outcome == "200 ")
                async let approved = check("approved")
                _ = await arrivals.next()
                gate.open()
                #expect(try await approved == "409 registrar.challenge.mismatch")
                var outcomes: [String] = []
                for try await outcome in group { outcomes.append(outcome) }
                #expect(outcomes.count { $0 == "503 service.busy" } == 6)
            }
        }
    }

    @Test("A brand that waits proves its domain while the hosts of others never answer, however often those ask")
    func tarpits() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        // One place, and one waits for it.
        let scene = try ServiceScene(limits: ServiceLimits(requests: 8, requestSeconds: 120, lookSeconds: 3), zone: Zone { begin.yield() })
        let tarpits = ["tarpit", "quicksand"]
        let tokens = try scene.addBrands(tarpits + ["rentals"])
        for brand in tarpits { scene.zone.silence(record: "\(DomainChallenge.recordLabel).\(brand).example") }
        let challenge = try #require(try scene.storage.load()?.openChallenge("rentals.example", of: "rentals"))
        scene.zone.publish(record: challenge.recordName, challenge.value)
        try await scene.serve { caller in
            @Sendable func check(_ brand: String) async throws -> String {
                try await caller.call(.post, "/v1/brands/\(brand)/domains/\(brand).example/check", token: tokens[brand], ["method": "txt"]).outcome
            }
            let end = ContinuousClock.now + .seconds(60)
            let (outcomes, tell) = AsyncStream.makeStream(of: String.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for brand in tarpits {
                    group.addTask {
                        while !Task.isCancelled, let outcome = try? await check(brand) {
                            tell.yield(outcome)
                            try? await Task.sleep(for: .milliseconds(20))
                        }
                    }
                }
                group.addTask {
                    try? await Task.sleep(until: end, clock: .continuous)
                    tell.finish()
                }
                // The others come first.
                for await _ in begun { break }
                var outcome = try await check("rentals")
                while outcome != "200 ", ContinuousClock.now < end {
                    try await Task.sleep(for: .milliseconds(200))
                    outcome = try await check("rentals")
                }
                #expect(outcome == "200 ")
                // The look of one of them has ended, of which it may hear later.
                let isUnreachable = await outcomes.contains("409 registrar.challenge.unreachable")
                #expect(isUnreachable)
                group.cancelAll()
            }
        }
    }

    @Test("A request that takes too long is answered for, also where the work does not heed that it is called off", arguments: [true, false])
    func deadline(heeds: Bool) async throws {
        let gate = Gate()
        defer { gate.open() }
        let zone = Zone { if heeds { try await Task.sleep(for: .seconds(3_600)) } else { await gate.pass() } }
        let scene = try ServiceScene(limits: ServiceLimits(requestSeconds: 15, lookSeconds: 60), zone: zone)
        try await scene.serve { caller in
            // Prepared in the ledger, since this service has little time.
            var world = try RegistrarWorld()
            try world.submitBrand()
            _ = try world.ledger.challenge(["rentals.example"], of: "rentals", at: RegistrarWorld.now, using: &world.generator)
            let token = try world.ledger.issueToken(to: .applicant("rentals"), at: RegistrarWorld.now, using: &world.generator)
            let ready = world.ledger
            try scene.storage.change { (ledger) throws(RegistrarError) in ledger = ready }
            let reply = try await caller.call(.post, "/v1/brands/rentals/domains/rentals.example/check", token: token.text, ["method": "txt"])
            #expect(reply.outcome == "503 service.deadline")
        }
    }

    @Test("What is wrong on the registrar's own side is logged there and told without particulars")
    func ownFault() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            try scene.folder.write("ledger.json", "{}")
            let reply = try await caller.call(.get, "/health")
            #expect(reply.outcome == "503 registrar.storage")
            #expect(!String(decoding: reply.body, as: UTF8.self).contains(scene.folder.url.path))
            #expect(scene.log.text.contains("registrar.storage"))
        }
    }
}
