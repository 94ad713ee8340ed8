import AppGrantTokens
import CBOR
import CertificateLists
import COSE
import DocumentProvider
import DocumentTrust
import Foundation
import HTTPTypes
import MobileDocument
import Registrar
import SwiftASN1
import Testing

@Suite("From brand to answer over HTTP", .disabled(if: OpenSSL.isMissing, "openssl is not installed"))
struct ServiceEndToEndTests {
    private func trust(_ caller: ServiceCaller, list: Bool) async throws -> ReaderTrustList {
        let pem = String(decoding: try await caller.call(.get, "/root").body, as: UTF8.self)
        let anchor = TrustAnchor(try ParsedCertificate(ByteSlice(PEMDocument(pemString: pem).derBytes)), provenance: "registrar")
        guard list else { return ReaderTrustList([anchor]) }
        return ReaderTrustList([anchor], revocationLists: [try RevocationList(Array(await caller.call(.get, "/crl").body), issuedBy: anchor)])
    }

    private func certificate(_ reply: ServiceCaller.Reply) throws -> [UInt8] { try PEMDocument(pemString: reply.text("certificate")).derBytes }

    @Test("A website gets its certificate over HTTP, a wallet shows its name and icon, and refuses it once it is withdrawn")
    func website() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            #expect(try await caller.call(.get, "/health").json["status"] as? String == "ok")
            let token = try await refusedThenSubmitted(scene, caller)
            try await proveDomains(scene, caller, token)
            try await approve(scene, caller, token)
            try await fileForm(scene, caller, token)
            let (key, request) = try OpenSSL.request(newKey: ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            let issued = try await caller.call(
                .post, "/v1/brands/rentals/certificates", token: token, ["name": "rentals-2026", "form": 1, "csr": request])
            #expect(issued.status == 201)
            #expect(issued.json["domains"] as? [String] == ["rentals.example", "www.rentals.example"])
            let chain = try PEMDocument.parseMultiple(pemString: issued.text("chain")).map(\.derBytes)
            #expect(chain == [try certificate(issued), scene.authority.identity.derEncoded])
            let reader = try Wallet.review(
                ["family_name"], certificate: certificate(issued), key: SigningKey(pemRepresentation: key), trust: await trust(caller, list: true)
            ).readers.signatures[0]
            #expect(reader.outcome == .trusted)
            #expect(reader.details?.registration?.brand == "Spaceship Rentals")
            #expect(reader.details?.icon?.png == PNGMaker().icon)
            try await grantApp(scene, caller, token)
            try await renewThenRevoke(scene, caller, token, request)
            let revoked = try await trust(caller, list: true)
            #expect(throws: PresentationRefusal.readerRefused(.revoked)) {
                _ = try Wallet.review(["family_name"], certificate: certificate(issued), key: SigningKey(pemRepresentation: key), trust: revoked)
            }
            let without = try await caller.call(.delete, "/v1/brands/rentals/domains/WWW.rentals.example", token: token)
            #expect((without.json["domains"] as? [[String: Any]])?.map { $0["name"] as? String } == ["rentals.example"])
            _ = try await caller.call(.get, "/openapi.json")
            let left = try caller.operations.subtracting(caller.calledOperations)
            #expect(left == [], "every described operation takes part in this test")
            for secret in [token, scene.reviewer, "Spaceship", "rentals", "admin@", "spaceship", "BEGIN"] { #expect(!scene.log.text.contains(secret)) }
            #expect(scene.log.text.contains("/v1/brands/{brand}/certificates"))
        }
    }

    private func refusedThenSubmitted(_ scene: ServiceScene, _ caller: ServiceCaller) async throws -> String {
        let registered = try await caller.call(.post, "/v1/brands", ServiceScene.brand)
        #expect(registered.status == 201)
        #expect(registered.headers[.cacheControl] == "no-store")
        let token = try registered.text("token")
        let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
        #expect((queue.json["brands"] as? [[String: Any]])?.first?["id"] as? String == "rentals")
        let refused = try await caller.call(
            .post, "/v1/review/brands/rentals", token: scene.reviewer, ["decision": "refuse", "part": "brand", "reason": "Please use your own name."])
        #expect((refused.json["review"] as? [String: String])?["reason"] == "Please use your own name.")
        let early = try await caller.call(.post, "/v1/brands/rentals/domains", token: token, ["domains": ["rentals.example"]])
        #expect(early.outcome == "409 registrar.brand.notApproved")
        let again = try await caller.call(.put, "/v1/brands/rentals", token: token, ServiceScene.brand)
        #expect((again.json["review"] as? [String: String])?["state"] == "submitted")
        return token
    }

    /// Approves what the queue and the icon show.
    private func approve(_ scene: ServiceScene, _ caller: ServiceCaller, _ token: String) async throws {
        let early = try await caller.call(.post, "/v1/brands/rentals/forms", token: token, ServiceScene.form)
        #expect(early.outcome == "409 registrar.brand.notApproved")
        let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
        let domains = try #require((queue.json["domains"] as? [String: [[String: Any]]])?["rentals"])
        #expect(domains.map { $0["proven"] as? Bool } == [true, true])
        let icon = Array(try await caller.call(.get, "/v1/brands/rentals/icon", token: scene.reviewer).body)
        #expect(icon == PNGMaker().icon)
        let approval: [String: Any] = ["decision": "approve", "submission": 2, "iconDigest": try Screenshot(png: icon).digest]
        #expect(try await caller.call(.post, "/v1/review/brands/rentals", token: scene.reviewer, approval).status == 200)
        let list = try await caller.call(.get, "/v1/brands", token: scene.reviewer)
        #expect((list.json["brands"] as? [[String: Any]])?.count == 1)
    }

    private func proveDomains(_ scene: ServiceScene, _ caller: ServiceCaller, _ token: String) async throws {
        let reply = try await caller.call(
            .post, "/v1/brands/rentals/domains", token: token, ["domains": ["rentals.example", "www.rentals.example"]])
        let challenges = try #require(reply.json["challenges"] as? [[String: String]])
        let early = try await caller.call(.post, "/v1/brands/rentals/domains/rentals.example/check", token: token, ["method": "txt"])
        #expect(early.outcome == "409 registrar.challenge.mismatch")
        let unreachable = try await caller.call(.post, "/v1/brands/rentals/domains/www.rentals.example/check", token: token, ["method": "file"])
        #expect(unreachable.outcome == "409 registrar.challenge.unreachable")
        scene.zone.publish(record: try #require(challenges[0]["record"]), try #require(challenges[0]["value"]))
        scene.zone.publish(url: try #require(challenges[1]["url"]), host: "www.rentals.example", try #require(challenges[1]["value"]))
        for (domain, method) in [("rentals.example", "txt"), ("www.rentals.example", "file")] {
            let proven = try await caller.call(.post, "/v1/brands/rentals/domains/\(domain)/check", token: token, ["method": method])
            #expect(proven.json["proven"] as? Bool == true)
        }
    }

    private func fileForm(_ scene: ServiceScene, _ caller: ServiceCaller, _ token: String) async throws {
        let pictureless = try await caller.call(.post, "/v1/brands/rentals/forms", token: token, ServiceScene.form)
        #expect(pictureless.outcome == "404 registrar.screenshot.unknown")
        #expect(try await AppRequests.screenshot(caller, token) == ServiceScene.screenshot)
        let filed = try await caller.call(.post, "/v1/brands/rentals/forms", token: token, ServiceScene.form)
        #expect(filed.status == 201)
        #expect(filed.json["number"] as? Int == 1)
        let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
        let shown = try #require((queue.json["forms"] as? [[String: Any]])?.first?["screenshots"] as? [String])
        try #require(shown == [ServiceScene.screenshot])
        let picture = try await caller.call(.get, "/v1/brands/rentals/screenshots/\(shown[0])", token: scene.reviewer)
        #expect(Array(picture.body) == PNGMaker().icon)
        let (_, request) = try OpenSSL.request(newKey: ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        let early = try await caller.call(.post, "/v1/brands/rentals/certificates", token: token, ["name": "rentals-2026", "form": 1, "csr": request])
        #expect(early.outcome == "409 registrar.form.notApproved")
        #expect(try await caller.call(.post, "/v1/review/forms/1", token: scene.reviewer, ["decision": "approve"]).status == 200)
        let brand = try await caller.call(.get, "/v1/brands/rentals", token: token)
        #expect(((brand.json["forms"] as? [[String: Any]])?.first?["review"] as? [String: String])?["state"] == "approved")
    }

    /// From an application to the grant of a build, the certificate answers are sealed to, and the grant's end.
    private func grantApp(_ scene: ServiceScene, _ caller: ServiceCaller, _ token: String) async throws {
        let application = try await AppRequests.apply(caller, token)
        #expect(try await caller.call(.get, "/v1/brands/rentals/applications", token: token).json["applications"] is [Any])
        let queue = try await caller.call(.get, "/v1/review", token: scene.reviewer)
        #expect((queue.json["applications"] as? [[String: Any]])?.map { $0["number"] as? Int } == [application])
        let approved = try await caller.call(.post, "/v1/review/applications/\(application)", token: scene.reviewer, ["decision": "approve"])
        #expect(approved.status == 200)
        let developer = try await caller.call(.post, "/v1/brands/rentals/developers", token: token, ["name": "bob"]).text("token")
        let granted = try await caller.call(
            .post, "/v1/brands/rentals/applications/\(application)/grants", token: developer, ["executable": AppScene.executable])
        #expect(granted.status == 201)
        let read = try GrantToken(granted.text("token"), signedByOneOf: [scene.authority.identity.certificate.publicKey])
        #expect(read.claims.grant.merchantIdentifiers == [AppScene.merchant])
        let request = try SigningRequestMaker().with("CN", AppScene.merchant).pem()
        let sealing = try await caller.call(
            .post, "/v1/brands/rentals/merchants/\(AppScene.merchant)/certificates", token: token, ["name": "sealing", "csr": request])
        #expect(sealing.json["merchant"] as? String == AppScene.merchant)
        let merchant = try MerchantCertificate(ByteSlice(certificate(sealing)))
        try await merchant.check(for: AppScene.merchant, of: "rentals", trust: trust(caller, list: true), at: scene.now)
        let serial = try granted.text("serial")
        let revoked = try await caller.call(.post, "/v1/brands/rentals/grants/\(serial)/revocation", token: token, ["reason": "superseded"])
        #expect(revoked.json["revokedAt"] as? String == scene.now.description)
        let list = try RevocationListSyntax(Array(await caller.call(.get, "/crl").body))
        #expect(list.revoked == [read.claims.serialNumber])
        let grants = try await caller.call(.get, "/v1/brands/rentals/grants", token: scene.reviewer).json["grants"] as? [[String: Any]]
        #expect(grants?.map { $0["reason"] as? String } == ["superseded"])
    }

    /// Renews a certificate with the same request, then says that the key is known to others: both are withdrawn.
    private func renewThenRevoke(_ scene: ServiceScene, _ caller: ServiceCaller, _ token: String, _ request: String) async throws {
        let path = "/v1/brands/rentals/certificates"
        let listed = try await caller.call(.get, path, token: token)
        #expect(listed.status == 200, "\(listed.outcome)")
        let serials = try #require(listed.json["certificates"] as? [[String: Any]]).compactMap { $0["serial"] as? String }
        let serial = try #require(serials.first)
        let renewed = try await caller.call(.post, "\(path)/\(serial)/renewal", token: token, ["csr": request])
        #expect(renewed.status == 201)
        let revoked = try await caller.call(.post, "\(path)/\(serial)/revocation", token: token, ["reason": "keyCompromise"])
        #expect(revoked.json["revoked"] as? [String] == [serial, try renewed.text("serial")])
        let again = try await caller.call(.post, "\(path)/\(serial)/renewal", token: token, ["csr": request])
        #expect(again.outcome == "409 registrar.csr.key.compromised")
        #expect(try await caller.call(.get, "\(path)/\(serial)", token: token).json["reason"] as? String == "keyCompromise")
    }

    @Test("The certificate of one registrar does not satisfy a wallet that trusts the other's root, even of the same name", arguments: ["Utopia Registrar", "Local Driving Authority"])
    func otherRegistrar(_ name: String) async throws {
        let (scene, other) = (try ServiceScene(), try ServiceScene(name: name))
        let (key, request) = try OpenSSL.request(newKey: ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        let (own, encoded) = try await scene.serve { caller in
            let token = try await scene.readyBrand(caller)
            let issued = try await caller.call(.post, "/v1/brands/rentals/certificates", token: token, ["name": "r", "form": 1, "csr": request])
            return (try await trust(caller, list: false), try certificate(issued))
        }
        let foreign = try await other.serve { caller in try await trust(caller, list: false) }
        #expect(throws: PresentationRefusal.untrustedReader) {
            _ = try Wallet.review(["family_name"], certificate: encoded, key: SigningKey(pemRepresentation: key), trust: foreign)
        }
        _ = try Wallet.review(["family_name"], certificate: encoded, key: SigningKey(pemRepresentation: key), trust: own)
    }
}
