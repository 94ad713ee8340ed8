import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import VerificationSessions
import X509

@Suite("Sessions that apps answer")
struct InAppFlowTests {
    private static let key = P256.KeyAgreement.PrivateKey()
    private static let basis: Set<ElementName> = [ElementName("org.iso.23220.1.jp", "individual_number_unicode")]

    /// A flow for apps, and what a wallet answers one of its transactions.
    private struct App {
        let scene: FlowScene
        let flow: VerificationFlow

        init(
            _ scene: FlowScene, keys: [MerchantKey] = [MerchantKey(key)], profile: any VerificationProfile = ISOProfile(),
            mode: VerificationMode = .production
        ) throws {
            self.scene = scene
            let (trust, clock) = (try scene.parties.issuerTrust(), scene.clock)
            flow = VerificationFlow(
                store: scene.store, policies: try PolicyCatalogue([Sample.policy()]), origin: scene.parties.origin, signers: [],
                judge: try VerificationJudge(profile: profile, mode: mode) { trust }, keys: try SealingKeyRing(FlowScene.keys),
                audit: AuditSigner(key: Sample.auditKey), sendsWebhooks: true,
                merchant: try InAppMerchant(merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", keys: keys), clock: { clock.now },
                pause: { _ in throw CancellationError() })
        }

        func policy(_ goals: String..., retain: [String] = []) throws -> VerificationPolicy {
            let goals = try goals.map { try VerificationGoal($0) }
            return try VerificationPolicy(name: "app", documents: [PolicyDocument(goals: goals, retain: Set(retain.map { try VerificationGoal($0) }))])
        }

        func envelope(_ transaction: InAppTransaction, to key: P256.KeyAgreement.PrivateKey = key, _ change: (inout ForgedResponse) -> Void = { _ in }) throws -> [UInt8] {
            var response = ForgedResponse(scene.parties)
            change(&response)
            return try response.envelope(
                nonce: try #require(Base64URL.decode(transaction.nonce)), merchantIdentifier: transaction.merchantIdentifier, teamIdentifier: transaction.teamIdentifier,
                merchantKey: key.publicKey)
        }

        /// The same answer, of a wallet that a page asked: a document for each change.
        func credential(_ request: PresentationRequest, _ changes: [(inout ForgedResponse) -> Void]) throws -> CredentialResponse {
            let text = request.data.encryptionInfo
            let transcript = SessionTranscript(.annexC(encryptionInfo: text, origin: scene.parties.origin))
            let responses = try changes.map { change in
                var response = ForgedResponse(scene.parties)
                change(&response)
                return try response.encode(transcript: transcript)
            }
            let sealed = try ResponseEncryption.seal(
                AlteredResponse.joining(responses), to: EncryptionInfo(text: text).recipientKey.keyAgreementKey(), transcript: transcript)
            return CredentialResponse(sealed: EncryptedResponse(encapsulatedKey: sealed.encapsulatedKey, cipherText: sealed.cipherText).encoded)
        }

        /// The same answer once more, as commands verify it and print it with `--json`.
        func output(_ policy: VerificationPolicy, _ change: (inout ForgedResponse) -> Void) throws -> [String: Any] {
            let (session, _) = try RequestBuilder(documents: policy.documents.map(\.requested)).build(
                for: scene.parties.origin, expiresAt: scene.clock.now.advanced(bySeconds: 60))
            var response = ForgedResponse(scene.parties)
            change(&response)
            let verdict = Verifier(trust: try scene.parties.issuerTrust()).verify(
                try response.seal(for: session), for: ClaimedSession(claimed: session), at: scene.clock.now)
            return try FlowScene.object(Array(try JSONEncoder().encode(verdict.output)))
        }
    }

    @Test("An app's answer is verified once, with the result and report a browser's has")
    func walk() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let (record, transaction) = try await app.flow.startInApp(app.policy("name", "age_over_21"), reference: "order-4711")
            #expect(transaction.documents.map(\.docType) == ["org.iso.18013.5.1.mDL"])
            #expect(transaction.documents[0].elements.map(\.identifier) == ["given_name", "family_name", "age_over_21"])
            #expect(Base64URL.decode(transaction.nonce)?.count == 32)
            let envelope = try app.envelope(transaction)
            let settled = try await app.flow.answerInApp(record.id, with: envelope)
            #expect(settled.status == .verified && settled.isSatisfied == true)
            let result = try FlowScene.object(try await app.flow.result(record.id))
            #expect(Set(try FlowScene.elements(result).keys) == ["given_name", "family_name", "age_over_21"])
            let questions = try #require(try FlowScene.object(try await app.flow.report(record.id))["questions"] as? [[String: Any]])
            #expect(questions.map { $0["isGood"] as? String } == ["yes", "yes", "yes", "yes"])
            await #expect(throws: FlowError.used) { try await app.flow.answerInApp(record.id, with: envelope) }
            #expect(try await scene.store.checkedAudit().count == 1)
        }
    }

    /// The checks of a report, member by member.
    private func checks(_ report: [String: Any]) throws -> [[String: String]] {
        try #require(report["checks"] as? [[String: Any]]).map { check in check.mapValues { "\($0)" } }
    }

    @Test("Page, app and command report in one format: of one document the same checks, members and outcomes", arguments: [false, true])
    func oneReport(isRefused: Bool) async throws {
        func change(_ response: inout ForgedResponse) {
            if isRefused { response.items[0].signedValue = .text("another") }
        }
        try await FlowScene.with { scene in
            let app = try App(scene)
            let policy = try app.policy("family_name", "age_over_21", "portrait")
            let opened = try await scene.opened(policy)
            _ = try await scene.flow.answer(opened.id, from: opened.token, with: app.credential(opened.request, [change]))
            let (record, transaction) = try await app.flow.startInApp(policy)
            let settled = try await app.flow.answerInApp(record.id, with: app.envelope(transaction, change))
            let status: SessionStatus = isRefused ? .refused : .verified
            #expect(settled.status == status)

            let page = try await scene.report(opened.id)
            let inApp = try FlowScene.object(try await app.flow.report(record.id))
            let command = try app.output(policy, change)
            #expect(Set(inApp.keys) == Set(page.keys))
            #expect(Set(page.keys).subtracting(command.keys) == ["session", "correlationId", "status", "decidedAt", "questions"])
            let added: Set<String> = isRefused ? ["verdict"] : ["verdict", "documents"]
            #expect(Set(command.keys).subtracting(page.keys) == added)
            let expected = try checks(page)
            #expect(expected.contains { $0["id"] == "device.authentication" && $0["outcome"] == "passed" })
            for report in [inApp, command] {
                #expect(try checks(report) == expected)
                #expect(report["profile"] as? String == page["profile"] as? String)
                #expect(report["elements"] as? [String: [String]] == page["elements"] as? [String: [String]])
            }
        }
    }

    /// What a simulator sends: nobody signs, neither issuer nor device.
    private func simulate(_ response: inout ForgedResponse) {
        let zeros = [UInt8](repeating: 0, count: 64)
        response.chainShape = .empty
        response.issuerSignature = zeros
        response.extraDigests = [.developerTest: [0]]
        response.proof = .signatureBytes(zeros)
    }

    @Test("Mock data is no answer, not even under the profile for it: the session is refused by that name, and has no result")
    func mockData() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene, profile: SimulatorProfile(), mode: .development)
            let (record, transaction) = try await app.flow.startInApp(app.policy("name", "age_over_21"))
            let settled = try await app.flow.answerInApp(record.id, with: app.envelope(transaction, simulate))
            #expect(settled.status == .refused && settled.refusal == "data.mock" && settled.isSatisfied == nil)
            await #expect(throws: FlowError.noResult(.refused)) { try await app.flow.result(record.id) }
            // It is refused for nothing else.
            let found = try checks(try FlowScene.object(try await app.flow.report(record.id)))
            #expect(found.contains { $0["id"] == "data.mock" && $0["outcome"] == "warning" })
            #expect(found.allSatisfy { $0["outcome"] != "failed" })
        }
    }

    @Test("No two sessions have the same nonce, and the envelope of one does not answer the other")
    func nonces() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let first = try await app.flow.startInApp(app.policy("name"))
            let second = try await app.flow.startInApp(app.policy("name"))
            #expect(first.transaction.nonce != second.transaction.nonce)
            let settled = try await app.flow.answerInApp(second.record.id, with: app.envelope(first.transaction))
            #expect(settled.status == .refused && settled.refusal == "response.decryption")
            await #expect(throws: FlowError.used) { try await app.flow.answerInApp(second.record.id, with: app.envelope(second.transaction)) }
        }
    }

    @Test("A browser's session takes no envelope and is not used up by one; an app's session hands no browser its request")
    func kinds() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let opened = try await scene.opened()
            await #expect(throws: FlowError.notInApp) { try await app.flow.answerInApp(opened.id, with: [0]) }
            let settled = try await scene.flow.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request))
            #expect(settled.status == .verified)

            let started = try await app.flow.startInApp(app.policy("name"))
            await #expect(throws: FlowError.boundElsewhere) { try await app.flow.handOut(started.record.id, to: nil) }
            await #expect(throws: FlowError.notBound) {
                try await app.flow.answer(started.record.id, from: opened.token, with: CredentialResponse(sealed: [0]))
            }
            #expect(try await app.flow.answerInApp(started.record.id, with: app.envelope(started.transaction)).status == .verified)
        }
    }

    @Test("An answer after the session's end, to no session, and where no app is expected, each has its own error")
    func errors() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let (record, transaction) = try await app.flow.startInApp(app.policy("name"))
            scene.clock.advance(601)
            await #expect(throws: FlowError.expired) { try await app.flow.answerInApp(record.id, with: app.envelope(transaction)) }
            await #expect(throws: FlowError.unknown) { try await app.flow.answerInApp(Sample.identifier(), with: [0]) }
            await #expect(throws: FlowError.noMerchant) { try await scene.flow.startInApp(app.policy("name")) }
        }
    }

    /// A key as reports name it.
    private func keyHash(_ key: P256.KeyAgreement.PrivateKey) -> String { Hexadecimal.text(InAppEnvelope.keyHash(of: key.publicKey).array) }

    /// A key with a certificate that lasts some days from the clock's first moment.
    private func certified(_ scene: FlowScene, days: Int) throws -> (key: P256.KeyAgreement.PrivateKey, certificate: MerchantCertificate) {
        let key = P256.KeyAgreement.PrivateKey()
        let start = scene.clock.now
        let authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Registrar"), notBefore: start)
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let merchant = MerchantEncryption(
            name: try AuthorityName(country: "UT", commonName: "merchant.example"),
            publicKey: Certificate.PublicKey(try P256.Signing.PublicKey(x963Representation: key.publicKey.x963Representation)),
            merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", crlDistributionPoint: "https://registrar.example/crl")
        return (key, try MerchantCertificate(ByteSlice(authority.certify(merchant, notBefore: start, days: days, using: &generator))))
    }

    @Test("While a key is changed, envelopes to the old and to the new one are answers; once the old certificate has ended, only those to the new one")
    func rollOver() async throws {
        try await FlowScene.with { scene in
            let (old, new) = (try certified(scene, days: 1), try certified(scene, days: 2))
            let keys = try [old, new].map { try #require(MerchantKey($0.key, certificate: $0.certificate)) }
            #expect(MerchantKey(old.key, certificate: new.certificate) == nil)
            let app = try App(scene, keys: keys)
            func status(of key: P256.KeyAgreement.PrivateKey) async throws -> (status: SessionStatus, report: String) {
                let (record, transaction) = try await app.flow.startInApp(app.policy("name"))
                let settled = try await app.flow.answerInApp(record.id, with: app.envelope(transaction, to: key))
                return (settled.status, String(decoding: try await app.flow.report(record.id), as: UTF8.self))
            }
            for key in [old.key, new.key] { #expect(try await status(of: key).status == .verified) }
            scene.clock.advance(86_400)
            let late = try await status(of: old.key)
            #expect(late.status == .refused)
            #expect(late.report.contains("\(keyHash(old.key)) (pkRHash)"), "the key is named")
            #expect(try await status(of: new.key).status == .verified)
            scene.clock.advance(86_400)
            await #expect(throws: FlowError.noMerchant) { try await app.flow.startInApp(app.policy("name")) }
        }
    }

    @Test("An answer that comes when no key is in use any more is judged and refused as one that does not open: its certificate has ended, or nobody answers for apps any more")
    func noKeyAnyMore() async throws {
        try await FlowScene.with { scene in
            let last = try certified(scene, days: 1)
            let app = try App(scene, keys: [try #require(MerchantKey(last.key, certificate: last.certificate))])
            func expectUnopened(_ settled: SettledSession) async throws {
                #expect(settled.status == .refused && settled.refusal == "response.decryption")
                let report = String(decoding: try await app.flow.report(settled.record.id), as: UTF8.self)
                #expect(report.contains("\(keyHash(last.key)) (pkRHash)"), "the key is named")
            }
            let (unexpected, first) = try await app.flow.startInApp(app.policy("name"))
            try await expectUnopened(scene.flow.answerInApp(unexpected.id, with: app.envelope(first, to: last.key)))
            scene.clock.advance(86_400 - 300)
            let (late, second) = try await app.flow.startInApp(app.policy("name"))
            scene.clock.advance(300)
            try await expectUnopened(app.flow.answerInApp(late.id, with: app.envelope(second, to: last.key)))
        }
    }

    @Test("What an envelope is bound to is sealed in the store; printing the merchant shows no key")
    func sealed() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let started = try await app.flow.startInApp(app.policy("name"))
            let nonce = try #require(Base64URL.decode(started.transaction.nonce))
            #expect(try !scene.database.contents().holds(nonce))
            let merchant = try InAppMerchant(merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", keys: [MerchantKey(Self.key)])
            var dumped = ""
            dump(merchant, to: &dumped)
            #expect(dumped.contains("merchant.example") && !dumped.contains("key"))
        }
    }

    @Test("A policy that lets the age stand in for a threshold says so in its request, and survives the store")
    func ageFallback() throws {
        let goal = try VerificationGoal("age_over_18")
        let document = try PolicyDocument(goals: [goal], ageFallback: .age)
        #expect(document.requested.info?.alternativeDataElements.map(\.requestedElement.identifier) == ["age_over_18"])
        #expect(try PolicyDocument(goals: [goal]).requested.info == nil)
        let policy = try VerificationPolicy(name: "bar", documents: [document])
        let encoded = try JSONEncoder().encode(policy)
        #expect(try JSONDecoder().decode(StoredPolicy.self, from: encoded).policy == policy)
        #expect(try JSONDecoder().decode(VerificationPolicy.self, from: encoded) == policy)
    }

    @Test("The app is told what may be given in the place of an element, and nothing where nothing may", arguments: [AgeFallback.nothing, .age])
    func alternatives(fallback: AgeFallback) async throws {
        try await FlowScene.with { scene in
            let goals = [try VerificationGoal("portrait"), try VerificationGoal("age_over_18")]
            let policy = try VerificationPolicy(name: "bar", documents: [PolicyDocument(goals: goals, ageFallback: fallback)])
            let (_, transaction) = try await App(scene).flow.startInApp(policy)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            #expect(try transaction.json == Array(encoder.encode(transaction)))
            let document = try FlowScene.object(Array(try JSONEncoder().encode(transaction.documents[0])))
            let alternatives = try #require(document["alternatives"] as? [[String: Any]])
            guard fallback == .age else {
                #expect(alternatives.isEmpty)
                return
            }
            #expect(alternatives.count == 1)
            #expect(alternatives.first?["requested"] as? [String: String] == ["nameSpace": "org.iso.18013.5.1", "identifier": "age_over_18"])
            #expect(alternatives.first?["sets"] as? [[[String: String]]] == [[["nameSpace": "org.iso.18013.5.1", "identifier": "age_in_years"]]])
        }
    }

    @Test("An age beside a threshold starts no session for an app, and is told by its code")
    func ageAndThreshold() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let policy = try app.policy("age_in_years", "age_over_18")
            await #expect {
                _ = try await app.flow.startInApp(policy)
            } throws: { ($0 as? FlowError)?.code == "policy.documents" }
            #expect(try await app.flow.start(policy).policy == policy, "a page may ask")
        }
    }

    private static let photoID: DocType = "org.iso.23220.photoid.1"

    /// A policy of a licence and a photo ID.
    private func licenceAndPhotoID(isAnyOf: Bool) throws -> VerificationPolicy {
        let licence = try PolicyDocument(goals: [VerificationGoal("family_name"), VerificationGoal("age_over_21")])
        let photoID = try PolicyDocument(docType: Self.photoID, goals: ["given_name_unicode", "age_over_21"].map { try VerificationGoal("org.iso.23220.1/\($0)") })
        return try VerificationPolicy(name: "either", documents: [licence, photoID], isAnyOf: isAnyOf)
    }

    private func showLicence(_ response: inout ForgedResponse) {}

    private func showPhotoID(_ response: inout ForgedResponse) {
        (response.docType, response.signedDocType) = (Self.photoID, Self.photoID)
        response.items = [ForgedResponse.Item(0, "given_name_unicode", .text("Kelly")), ForgedResponse.Item(1, "age_over_21", .boolean(true))]
        for index in response.items.indices { response.items[index].nameSpace = "org.iso.23220.1" }
    }

    private func showYouth(_ response: inout ForgedResponse) {
        for index in response.items.indices where response.items[index].identifier == "age_over_21" { response.items[index].value = .boolean(false) }
    }

    /// What a result says of its policy: whether it is satisfied, the goals told, the documents handed on, and how much is missing.
    private struct Told: Equatable {
        let isSatisfied: Bool?
        let goals: [String]
        let documents: [String]
        let missing: Int

        init(_ isSatisfied: Bool?, goals: [String], documents: [String], missing: Int = 0) {
            self.isSatisfied = isSatisfied
            self.goals = goals
            self.documents = documents
            self.missing = missing
        }

        init(_ result: [String: Any]) {
            let goals = (result["goals"] as? [[String: Any]] ?? []).map { goal in
                [goal["goal"], goal["outcome"]].compactMap { $0 as? String }.joined(separator: " ")
            }
            let documents = (result["documents"] as? [[String: Any]] ?? []).compactMap { $0["docType"] as? String }
            self.init(result["satisfied"] as? Bool, goals: goals, documents: documents, missing: (result["missing"] as? [String])?.count ?? -1)
        }
    }

    private static let goodLicence = Told(true, goals: ["family_name met", "age_over_21 met"], documents: ["org.iso.18013.5.1.mDL"])
    private static let goodPhotoID = Told(
        true, goals: ["org.iso.23220.1/given_name_unicode met", "org.iso.23220.1/age_over_21 met"], documents: [photoID.rawValue])

    /// What came of one document, once shown to an app and once to a page.
    private func shown(_ policy: VerificationPolicy, _ scene: FlowScene, _ change: @escaping (inout ForgedResponse) -> Void) async throws -> [Told] {
        let app = try App(scene)
        let opened = try await scene.opened(policy)
        let page = try await scene.flow.answer(opened.id, from: opened.token, with: app.credential(opened.request, [change]))
        let (record, transaction) = try await app.flow.startInApp(policy)
        #expect(transaction.isAnyOf == policy.isAnyOf)
        let inApp = try await app.flow.answerInApp(record.id, with: app.envelope(transaction, change))
        #expect([page.status, inApp.status] == [.verified, .verified])
        let (first, second) = (Told(try await scene.result(opened.id)), Told(try await scene.result(record.id)))
        #expect(first.isSatisfied == page.isSatisfied && second.isSatisfied == inApp.isSatisfied)
        for (id, told) in [(opened.id, first), (record.id, second)] {
            let warnings = try checks(try await scene.report(id)).filter { $0["outcome"] == "warning" }.compactMap { $0["id"] }
            #expect(Set(warnings).isDisjoint(with: ["request.missing", "request.documents"]) == (told.missing == 0))
        }
        return [first, second]
    }

    @Test("Where any one document is enough each kind satisfies by its own goals, for an app and for a page, and nothing of the other is missing; one whose goals are not met does not")
    func anyOf() async throws {
        try await FlowScene.with { scene in
            let policy = try licenceAndPhotoID(isAnyOf: true)
            for told in try await shown(policy, scene, showLicence) { #expect(told == Self.goodLicence) }
            for told in try await shown(policy, scene, showPhotoID) { #expect(told == Self.goodPhotoID) }
            for told in try await shown(policy, scene, showYouth) {
                #expect(told == Told(false, goals: ["family_name met", "age_over_21 not_met"], documents: ["org.iso.18013.5.1.mDL"]))
            }
        }
    }

    @Test("Where all documents are wanted one of them does not satisfy: a page's request says so, and refuses it; an app's leaves the other's goals open")
    func allOf() async throws {
        try await FlowScene.with { scene in
            let (app, policy) = (try App(scene), try licenceAndPhotoID(isAnyOf: false))
            let opened = try await scene.opened(policy)
            let page = try await scene.flow.answer(opened.id, from: opened.token, with: app.credential(opened.request, [showLicence]))
            #expect(page.status == .refused && page.refusal == "request.documents")
            let (record, transaction) = try await app.flow.startInApp(policy)
            _ = try await app.flow.answerInApp(record.id, with: app.envelope(transaction, showLicence))
            let goals = ["family_name met", "age_over_21 met", "org.iso.23220.1/given_name_unicode open", "org.iso.23220.1/age_over_21 open"]
            #expect(Told(try await scene.result(record.id)) == Told(false, goals: goals, documents: ["org.iso.18013.5.1.mDL"], missing: 2))
        }
    }

    @Test("A page's request says which documents are needed together, by their required goals, and which may be left out")
    func needed() async throws {
        try await FlowScene.with { scene in
            let documents = try licenceAndPhotoID(isAnyOf: false).documents
            func useCases(_ required: [VerificationGoal]?, _ documents: [PolicyDocument]) async throws -> [UseCase] {
                let opened = try await scene.opened(VerificationPolicy(name: "several", documents: documents, required: required))
                return try DeviceRequest(try #require(Base64URL.decode(opened.request.data.deviceRequest))).useCases
            }
            #expect(try await useCases(nil, documents) == [UseCase(isMandatory: true, documentSets: [[0, 1]])])
            #expect(
                try await useCases([documents[1].goals[0]], documents)
                    == [UseCase(isMandatory: true, documentSets: [[1]]), UseCase(isMandatory: false, documentSets: [[0]])])
            #expect(try await useCases([], documents).isEmpty)
            #expect(try await useCases(nil, [documents[0]]).isEmpty)
        }
    }

    @Test("A page's request says that any one document is enough; of two that come the first that satisfies answers, or else the one that meets most")
    func anyOfTwo() async throws {
        try await FlowScene.with { scene in
            let (app, policy) = (try App(scene), try licenceAndPhotoID(isAnyOf: true))
            func told(_ changes: [(inout ForgedResponse) -> Void]) async throws -> Told {
                let opened = try await scene.opened(policy)
                let request = try DeviceRequest(try #require(Base64URL.decode(opened.request.data.deviceRequest)))
                #expect(request.useCases == [UseCase(isMandatory: true, documentSets: [[0], [1]])])
                _ = try await scene.flow.answer(opened.id, from: opened.token, with: app.credential(opened.request, changes))
                return Told(try await scene.result(opened.id))
            }
            #expect(try await told([showPhotoID, showLicence]) == Self.goodLicence)
            #expect(try await told([showYouth, showPhotoID]) == Self.goodPhotoID)
            let neither = try await told([
                { response in
                    response.items.removeFirst()
                    showYouth(&response)
                },
                { response in
                    showPhotoID(&response)
                    showYouth(&response)
                },
            ])
            #expect(neither.isSatisfied == false && neither.documents == [Self.photoID.rawValue])
        }
    }

    @Test("Of two documents of one kind each stands for what it answers, in whatever order they come, and where one is enough each alternative is tried")
    func oneKindTwice() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            let (name, both) = (try PolicyDocument(goals: [VerificationGoal("family_name")]), try PolicyDocument(goals: ["family_name", "age_over_21"].map(VerificationGoal.init)))
            func told(_ policy: VerificationPolicy, _ changes: [(inout ForgedResponse) -> Void]) async throws -> Told {
                let opened = try await scene.opened(policy)
                _ = try await scene.flow.answer(opened.id, from: opened.token, with: app.credential(opened.request, changes))
                return Told(try await scene.result(opened.id))
            }
            func showName(_ response: inout ForgedResponse) { response.items.removeAll { $0.identifier != "family_name" } }
            let together = try VerificationPolicy(name: "together", documents: [name, both])
            for changes in [[showName, showLicence], [showLicence, showName]] {
                #expect(try await told(together, changes).isSatisfied == true)
            }
            let either = try VerificationPolicy(
                name: "either", documents: [PolicyDocument(goals: [VerificationGoal("eye_colour")]), name], isAnyOf: true)
            let one = try await told(either, [showName])
            #expect(one.isSatisfied == true && one.goals == ["family_name met"])
            // The goal that is required counts for more than others, and where none is, more of them count for more.
            let aged = try VerificationPolicy(
                name: "aged", documents: [PolicyDocument(goals: ["age_over_21", "family_name", "given_name"].map(VerificationGoal.init))],
                required: [VerificationGoal("age_over_21")])
            func showAge(_ response: inout ForgedResponse) { response.items.removeAll { $0.identifier != "age_over_21" } }
            func showNames(_ response: inout ForgedResponse) { response.items.removeAll { $0.identifier == "age_over_21" } }
            let any = try VerificationPolicy(name: "any", documents: aged.documents, isAnyOf: true, required: [])
            for changes in [[showAge, showNames], [showNames, showAge]] {
                #expect(try await told(aged, changes).isSatisfied == true)
                #expect(try await told(any, changes).goals.count { $0.hasSuffix(" met") } == 2)
            }
        }
    }

    @Test("A document of a kind that was not asked for answers no policy, and nor does none, where any one is enough")
    func noneOf() async throws {
        try await FlowScene.with { scene in
            let app = try App(scene)
            func refusal(_ change: (inout ForgedResponse) -> Void) async throws -> String? {
                let (record, transaction) = try await app.flow.startInApp(licenceAndPhotoID(isAnyOf: true))
                let settled = try await app.flow.answerInApp(record.id, with: app.envelope(transaction, change))
                #expect(settled.status == .refused && settled.isSatisfied == nil)
                return settled.refusal
            }
            let card: DocType = "org.iso.23220.1.jp.mnc"
            #expect(try await refusal { ($0.docType, $0.signedDocType) = (card, card) } == "request.docType")
            #expect(try await refusal { $0.documentCount = 0 } == "response.documents")
        }
    }

    @Test("A My Number is in the result and nowhere else: not in report, record, audit, webhook or the store's bytes")
    func myNumber() async throws {
        try await FlowScene.with { scene in
            let (app, card, canary) = (try App(scene), DocType("org.iso.23220.1.jp.mnc"), Array("123456789018".utf8))
            let goal = try VerificationGoal("org.iso.23220.1.jp/individual_number_unicode")
            let policy = try VerificationPolicy(name: "tax", documents: [PolicyDocument(docType: card, goals: [goal], legalBasis: Self.basis)], retentionSeconds: 3600)
            let (record, transaction) = try await app.flow.startInApp(policy)
            let envelope = try app.envelope(transaction) { response in
                (response.docType, response.signedDocType) = (card, card)
                response.items = [ForgedResponse.Item(0, "individual_number_unicode", .text("123456789018"))]
                response.items[0].nameSpace = "org.iso.23220.1.jp"
            }
            let settled = try await app.flow.answerInApp(record.id, with: envelope)
            #expect(settled.isSatisfied == true)
            #expect(try await app.flow.result(record.id).holds(canary))

            #expect(try await !app.flow.report(record.id).holds(canary))
            var dumped = "\(settled) \(String(reflecting: settled))"
            dump(settled, to: &dumped)
            #expect(!Array(dumped.utf8).holds(canary))
            #expect(try await scene.store.checkedAudit().map { $0.content.holds(canary) } == [false])
            #expect(try await scene.webhookBodies().map { $0.holds(canary) } == [false])
            #expect(try !scene.database.contents().holds(canary))
            scene.clock.advance(61)
            await #expect(throws: FlowError.erased) { try await app.flow.result(record.id) }
        }
    }

    @Test("A policy asks for a My Number with a legal basis only, and never keeps it")
    func restricted() throws {
        let number = try VerificationGoal("org.iso.23220.1.jp/individual_number_unicode")
        _ = try PolicyDocument(docType: "org.iso.23220.1.jp.mnc", goals: [number], legalBasis: Self.basis)
        #expect { try PolicyDocument(docType: "org.iso.23220.1.jp.mnc", goals: [number]) } throws: { ($0 as? PolicyError)?.code == .legalBasis }
        #expect { try PolicyDocument(docType: "org.iso.23220.1.jp.mnc", goals: [number], retain: [number], legalBasis: Self.basis) } throws: {
            ($0 as? PolicyError)?.code == .documents
        }
    }
}
