import Foundation
import HTTPTypes
import Registrar
import Testing

@Suite("Apps over the registrar's HTTP service")
struct AppServiceTests {
    @Test("A developer hands in screenshots and looks, but does not apply, let others in, or get certificates; a stranger does nothing")
    func roles() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let holder = try await scene.approvedBrand(caller)
            let developer = try await caller.call(.post, "/v1/brands/rentals/developers", token: holder, ["name": "bob"]).text("token")
            let digest = try await AppRequests.screenshot(caller, developer)
            let refused = try await caller.call(.post, "/v1/brands/rentals/applications", token: developer, AppRequests.application(digest))
            #expect(refused.outcome == "403 registrar.account.role")
            #expect(try await caller.call(.get, "/v1/brands/rentals/applications", token: developer).status == 200)
            for (path, body) in [
                ("developers", ["name": "eve"]), ("merchants/example.rentals/certificates", ["name": "a", "csr": ""]), ("forms", [:]),
            ] as [(String, [String: Any])] {
                #expect(try await caller.call(.post, "/v1/brands/rentals/\(path)", token: developer, body).outcome == "401 service.credentials")
            }
            for token in [nil, developer + "x", scene.reviewer] {
                let reply = try await caller.call(.post, "/v1/brands/rentals/applications", token: token, AppRequests.application(digest))
                #expect(reply.outcome == "401 service.credentials")
            }
            let renewed = try await caller.call(.post, "/v1/brands/rentals/developers", token: holder, ["name": "bob"]).text("token")
            #expect(try await caller.call(.get, "/v1/brands/rentals/grants", token: developer).status == 401, "the last token given counts")
            #expect(try await caller.call(.get, "/v1/brands/rentals/grants", token: renewed).status == 200)
        }
    }

    @Test("What is missing or wrong is named, and each refusal has its status")
    func refusals() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            let digest = try await AppRequests.screenshot(caller, token)
            var application = AppRequests.application(digest)
            application["goods"] = nil
            let missing = try await caller.call(.post, "/v1/brands/rentals/applications", token: token, application)
            #expect(missing.outcome == "422 registrar.application.missing")
            #expect(try missing.text("detail").contains("goods"))
            application["goods"] = 7
            let wrong = try await caller.call(.post, "/v1/brands/rentals/applications", token: token, application)
            #expect(wrong.outcome == "400 service.json")
            #expect(try wrong.text("detail").contains("goods"))
            let other = AppRequests.application(String(repeating: "0", count: 64))
            #expect(try await caller.call(.post, "/v1/brands/rentals/applications", token: token, other).outcome == "404 registrar.screenshot.unknown")
            let picture = try await caller.call(.post, "/v1/brands/rentals/screenshots", token: token, ["png": Data([0xFF, 0xD8, 0xFF]).base64EncodedString()])
            #expect(picture.outcome == "422 registrar.screenshot")
            #expect(try await caller.call(.get, "/v1/brands/rentals/screenshots/ledger", token: token).outcome == "404 registrar.screenshot.unknown")
            let grants = "/v1/brands/rentals/applications/1/grants"
            let build = ["executable": AppScene.executable]
            #expect(try await caller.call(.post, grants, token: token, build).outcome == "404 registrar.application.unknown")
            #expect(try await caller.call(.post, "/v1/brands/rentals/applications", token: token, AppRequests.application(digest)).status == 201)
            #expect(try await caller.call(.post, grants, token: token, build).outcome == "409 registrar.application.notApproved")
            let certificate = try await caller.call(
                .post, "/v1/brands/rentals/merchants/\(AppScene.merchant)/certificates", token: token,
                ["name": "sealing", "csr": try SigningRequestMaker().with("CN", AppScene.merchant).pem()])
            #expect(certificate.outcome == "409 registrar.merchant.notGranted")
            let withdrawal = try await caller.call(.post, "/v1/brands/rentals/grants/00/revocation", token: token, ["reason": "superseded"])
            #expect(withdrawal.outcome == "404 registrar.grant.unknown")
        }
    }

    @Test("A screenshot that could not be kept is not noted, so that nothing names it; handed in again, it is")
    func unkeptScreenshot() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            // A file, where the folder of the pictures goes.
            let place = scene.folder.url.appendingPathComponent("screenshots")
            try Data().write(to: place)
            let refused = try await caller.call(.post, "/v1/brands/rentals/screenshots", token: token, ["png": ServiceScene.icon])
            #expect(refused.outcome == "503 registrar.storage")
            #expect(try scene.storage.load()?.screenshots["rentals"] == nil)
            let form = try await caller.call(.post, "/v1/brands/rentals/forms", token: token, ServiceScene.form)
            #expect(form.outcome == "404 registrar.screenshot.unknown")
            try FileManager.default.removeItem(at: place)
            _ = try await AppRequests.screenshot(caller, token)
            #expect(try await caller.call(.post, "/v1/brands/rentals/forms", token: token, ServiceScene.form).status == 201)
        }
    }

    @Test("A screenshot whose file is lost or damaged is the registrar's own fault, which the log tells; handed in again, it is there")
    func lostScreenshot() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            let digest = try await AppRequests.screenshot(caller, token)
            let path = "/v1/brands/rentals/screenshots/\(digest)"
            let name = "screenshots/\(digest).png"
            try scene.folder.write(name, "no picture")
            #expect(try await caller.call(.get, path, token: scene.reviewer).outcome == "503 registrar.storage")
            #expect(scene.log.text.contains("\(digest).png is not the one that was handed in"))
            _ = try await AppRequests.screenshot(caller, token)
            #expect(try await caller.call(.get, path, token: scene.reviewer).status == 200)
            try FileManager.default.removeItem(at: scene.folder.url.appendingPathComponent(name))
            #expect(try await caller.call(.get, path, token: scene.reviewer).outcome == "503 registrar.storage")
            #expect(scene.log.text.contains("the screenshot \(digest) is in the ledger"))
            _ = try await AppRequests.screenshot(caller, token)
            #expect(try await caller.call(.get, path, token: scene.reviewer).status == 200)
        }
    }

    @Test("A screenshot beyond what a brand may hand in is not kept either")
    func surplusScreenshot() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            try scene.storage.change { (ledger) throws(RegistrarError) in
                for side in 1...UInt32(RegistrarLedger.maximumScreenshots) {
                    try ledger.add(Screenshot(png: PNGMaker(width: 200 + side, height: 64).icon), of: "rentals")
                }
            }
            let refused = try await caller.call(.post, "/v1/brands/rentals/screenshots", token: token, ["png": ServiceScene.icon])
            #expect(refused.outcome == "409 registrar.screenshot.count")
            #expect(try scene.storage.screenshot(ServiceScene.screenshot) == nil)
        }
    }

    @Test("A reviewer decides on a part with a reason, which the account reads; merchants alone give no grant")
    func review() async throws {
        let scene = try ServiceScene()
        try await scene.serve { caller in
            let token = try await scene.approvedBrand(caller)
            let number = try await AppRequests.apply(caller, token)
            let path = "/v1/review/applications/\(number)"
            let silent = try await caller.call(.post, path, token: scene.reviewer, ["decision": "refuse", "part": "elements"])
            #expect(silent.outcome == "422 registrar.review.reason")
            let refusal = ["decision": "refuse", "part": "elements", "reason": "Ask for a threshold."]
            #expect(try await caller.call(.post, path, token: scene.reviewer, refusal).status == 200)
            #expect(try await caller.call(.post, path, token: scene.reviewer, ["decision": "approve", "part": "merchants"]).status == 200)
            #expect(try await caller.call(.post, path, token: scene.reviewer, ["decision": "approve"]).outcome == "409 registrar.review.over")
            let listed = try await caller.call(.get, "/v1/brands/rentals/applications", token: token).json["applications"] as? [[String: Any]]
            let reviews = try #require(listed?.first?["reviews"] as? [String: [String: String]])
            #expect(reviews["elements"]?["reason"] == "Ask for a threshold.")
            #expect(reviews["merchants"]?["state"] == "approved")
            let build = try await caller.call(
                .post, "/v1/brands/rentals/applications/\(number)/grants", token: token, ["executable": AppScene.executable])
            #expect(build.outcome == "409 registrar.application.notApproved")
        }
    }
}
