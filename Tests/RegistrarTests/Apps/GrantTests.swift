import AppGrantTokens
import CBOR
import COSE
import CertificateLists
import Crypto
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import Registrar
import Testing
import X509

@Suite("Grants of apps")
struct GrantTests {
    private let now = RegistrarWorld.now

    private func expect(_ code: RegistrarError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        #expect(throws: RegistrarError(code, "", mend: ""), sourceLocation: sourceLocation) { try body() }
    }

    private func refusals(
        _ token: GrantToken, _ elements: [IdentityElement], of docType: String = AppScene.licence, merchant: String = AppScene.merchant
    ) -> [AppGrantRefusal] { token.claims.grant.refusals(of: elements, docType: docType, merchantIdentifier: merchant, ageFallback: .nothing) }

    @Test("A grant says what was approved, to wallets that trust the registrar, and to no others")
    func content() throws {
        var scene = try AppScene()
        let token = try scene.read(scene.grant(scene.approved()))
        #expect(token.claims.client == "example.rentals.app")
        #expect(token.claims.name == "Spaceship Rentals")
        #expect(token.claims.team == "rentals")
        #expect(token.claims.privacyPolicies.map(\.holder) == ["Spaceship Rentals", "Insurer"])
        #expect(token.claims.notAfter == now.advanced(bySeconds: 397 * 86_400 - 1).secondsSinceEpoch)
        #expect(try refusals(token, [.age(atLeast: 21), .portrait, .issuingAuthority, .givenName]).isEmpty)
        #expect(refusals(token, [.familyName]) == [.element(.familyName)])
        #expect(refusals(token, [.portrait], of: AppScene.card) == [.docType(AppScene.card)])
        let other = try RegistrarWorld(name: "Other Registrar").authority.identity.certificate.publicKey
        for keys in [[], [other]] { #expect(throws: GrantTokenFault.signature) { try GrantToken(token.text, signedByOneOf: keys) } }
    }

    @Test("The age set of a licence is four elements' words, and the grant lets each through to exactly its identifiers")
    func ageSet() throws {
        var scene = try AppScene()
        let token = try scene.read(scene.grant(scene.approved { $0.documents = [.init(docType: AppScene.licence, groups: ["age"])] }))
        let words = [try IdentityElement.age(atLeast: 21), .age, .issuingAuthority, .portrait]
        let names = words.map { ElementTables.builtIn.documents[AppScene.licence]?.elements(of: $0).map(\.identifier) }
        #expect(
            names == [
                ["age_over_21"], ["age_in_years"], ["issuing_authority", "issuing_jurisdiction", "issuing_country", "un_distinguishing_sign"], ["portrait"],
            ])
        #expect(words.allSatisfy { refusals(token, [$0]).isEmpty })
        let every = try #require(ElementTables.builtIn.documents[AppScene.licence]).words.map { IdentityElement($0) }
        #expect(every.filter { refusals(token, [$0]).isEmpty }.map(\.word).sorted() == ["age", "age-at-least", "issuing-authority", "portrait"])
    }

    @Test("A copy is of no use to another executable, nor before or after its time")
    func binding() throws {
        var scene = try AppScene()
        let number = try scene.approved()
        let token = try scene.read(scene.grant(number))
        let build = [UInt8](repeating: 0x5A, count: 32)
        #expect(token.refusal(ofExecutable: build, at: token.claims.notBefore) == nil)
        #expect(token.refusal(ofExecutable: build, at: token.claims.notAfter) == nil)
        #expect(token.refusal(ofExecutable: Array(SHA256.hash(data: [1])), at: token.claims.notBefore) == .executable)
        #expect(token.refusal(ofExecutable: build, at: token.claims.notBefore - 1) == .early)
        #expect(token.refusal(ofExecutable: build, at: token.claims.notAfter + 1) == .expired)
        let next = try scene.read(scene.grant(number, executable: String(repeating: "6b", count: 32)))
        #expect(next.refusal(ofExecutable: build, at: next.claims.notBefore) == .executable)
        for hash in ["", "5a", String(repeating: "x", count: 64)] { expect(.grantExecutable) { _ = try scene.grant(number, executable: hash) } }
    }

    @Test("A token of which anything was changed is refused, whatever its header says")
    func forged() throws {
        var scene = try AppScene()
        let text = try scene.grant(scene.approved()).token
        let key = scene.world.authority.identity.certificate.publicKey
        let parts = text.split(separator: ".").map(String.init)
        let greedy = try #require(Base64URL.decode(parts[1]).map { String(decoding: $0, as: UTF8.self) }).replacingOccurrences(of: "portrait", with: "address")
        let none = Base64URL.encode(Array(#"{"alg":"none","typ":"app-grant+jwt"}"#.utf8))
        let other = Base64URL.encode(Array(#"{"alg":"ES256","typ":"JWT"}"#.utf8))
        for changed in [
            "\(parts[0]).\(Base64URL.encode(Array(greedy.utf8))).\(parts[2])", "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])",
            "\(other).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).AAAA",
        ] {
            #expect(throws: GrantTokenFault.signature) { try GrantToken(changed, signedByOneOf: [key]) }
        }
        for changed in ["", "a.b", text + ".", text + "=", "\(parts[0]).\(parts[1]).*", String(repeating: "a", count: GrantToken.maximumBytes + 1)] {
            #expect(throws: GrantTokenFault.form) { try GrantToken(changed, signedByOneOf: [key]) }
        }
        let signing = P384.Signing.PrivateKey()
        let claims = try GrantToken(text, signedByOneOf: [key]).claims
        let long = try GrantToken(claims, for: Certificate.PublicKey(signing.publicKey)) { Array(try signing.signature(for: $0).rawRepresentation) }
        #expect(try GrantToken(long.text, signedByOneOf: [key, Certificate.PublicKey(signing.publicKey)]).claims == claims)
    }

    @Test("Signed claims that do not say what a grant must are refused")
    func claims() throws {
        let key = P256.Signing.PrivateKey()
        let header = Base64URL.encode(Array(#"{"alg":"ES256","typ":"app-grant+jwt"}"#.utf8))
        let good = """
            {"jti":"01","sub":"a.b","nbf":0,"exp":1,"name":"A","team":"t","executable":"\(AppScene.executable)","elements":{},"merchants":[],\
            "legal_basis":{},"privacy_policies":[]}
            """
        func read(_ payload: String) throws -> GrantToken {
            let message = "\(header).\(Base64URL.encode(Array(payload.utf8)))"
            let signature = Base64URL.encode(Array(try key.signature(for: Data(message.utf8)).rawRepresentation))
            return try GrantToken("\(message).\(signature)", signedByOneOf: [Certificate.PublicKey(key.publicKey)])
        }
        #expect(try read(good).claims.serialNumber == [1])
        for (from, to) in [(#""01""#, #""""#), (AppScene.executable, "5a"), (#""exp":1,"#, ""), (#""merchants":[]"#, #""merchants":"all""#), ("{", "[")] {
            #expect(throws: GrantTokenFault.claims) { try read(good.replacingOccurrences(of: from, with: to)) }
        }
    }

    @Test("A grant whose app or third party has a name that is not one line of visible characters is refused: wallets say it in their own sentences")
    func deceptiveNames() throws {
        let key = P256.Signing.PrivateKey()
        func token(_ name: String, _ holder: String, _ page: String = "https://insurer.example/privacy") throws -> GrantToken {
            let claims = GrantClaims(
                serialNumber: [1], client: "a.b", name: name, team: "t", executable: [UInt8](repeating: 0x5A, count: 32),
                grant: AppGrant(words: [:], merchantIdentifiers: []),
                privacyPolicies: [PrivacyPolicyLink(holder: holder, url: page)], notBefore: 0, notAfter: 1)
            return try GrantToken(claims, for: Certificate.PublicKey(key.publicKey)) { Array(try key.signature(for: Data($0)).rawRepresentation) }
        }
        #expect(try token("運転 App", "Versicherung").claims.name == "運転 App")
        for name in ["", "App\u{202E}", "A\u{200B}pp", "App\nAllowed", "\u{3164}", "App\u{2028}", "App\u{7}"] {
            #expect(throws: GrantTokenFault.claims) { try token(name, "Insurer") }
            #expect(throws: GrantTokenFault.claims) { try token("App", name) }
            #expect(throws: GrantTokenFault.claims) { try token("App", "Insurer", name) }
        }
    }

    @Test("Merchants are a second grant: words alone let no answer be sealed, and merchants alone give no grant")
    func merchants() throws {
        var scene = try AppScene()
        let number = try scene.approved(.elements)
        let token = try scene.read(scene.grant(number))
        #expect(refusals(token, [.portrait]) == [.merchant])
        try scene.world.ledger.approveApplication(number, .merchants, at: now)
        #expect(refusals(try scene.read(scene.grant(number)), [.portrait]).isEmpty)
        #expect(refusals(try scene.read(scene.grant(number)), [.portrait], merchant: "example.other") == [.merchant])
        #expect(refusals(token, [.portrait]) == [.merchant], "the former grant goes on saying what it said")
        var alone = try AppScene()
        let second = try alone.approved(.merchants)
        expect(.applicationNotApproved) { _ = try alone.grant(second) }
    }

    @Test("A My Number takes its word and, apart from it, its legal basis")
    func legalBasis() throws {
        var scene = try AppScene()
        let number = try scene.approved(.elements, .merchants) {
            $0.documents = [.init(docType: AppScene.card, groups: ["identity"])]
            $0.legalBasis = [.init(nameSpace: AppScene.number.nameSpace, element: AppScene.number.identifier, law: "Act 27 of 2013, article 9.")]
        }
        let without = try scene.read(scene.grant(number))
        #expect(refusals(without, [.documentNumber, .sex], of: AppScene.card) == [.legalBasis(.documentNumber)])
        try scene.world.ledger.approveApplication(number, .legalBasis, at: now)
        let with = try scene.read(scene.grant(number))
        #expect(with.claims.grant.legalBasis == [AppScene.number])
        #expect(refusals(with, [.documentNumber, .sex], of: AppScene.card).isEmpty)
        let lawless = try scene.approved { $0.documents = [.init(docType: AppScene.card, groups: ["identity"])] }
        #expect(refusals(try scene.read(scene.grant(lawless)), [.documentNumber, .sex], of: AppScene.card) == [.legalBasis(.documentNumber)])
    }

    @Test("After a change has been approved the new grant has the new element, and the old one lacks it")
    func change() throws {
        var scene = try AppScene()
        let first = try scene.approved()
        let old = try scene.grant(first)
        let changed: (inout AppApplicationDraft) -> Void = { $0.documents = [.init(docType: AppScene.licence, groups: ["age"], words: ["given-name", "family-name"])] }
        let second = try scene.file(changed).number
        expect(.applicationNotApproved) { _ = try scene.grant(second) }
        try scene.world.ledger.approveApplication(second, at: now)
        let new = try scene.grant(second)
        #expect(refusals(try scene.read(old), [.familyName]) == [.element(.familyName)])
        #expect(refusals(try scene.read(new), [.familyName, .givenName]).isEmpty)
        #expect(refusals(try scene.read(scene.grant(first)), [.familyName]) == [.element(.familyName)], "a new build of the old application gains nothing")
    }

    private func withdrawn(_ scene: inout AppScene) throws -> Set<[UInt8]> {
        let list = try scene.world.ledger.revocationList(by: scene.world.authority, at: now)
        return Set(try RevocationListSyntax(list).revoked)
    }

    @Test("A withdrawn grant is on the next list, by its serial number, and is withdrawn once")
    func revocation() throws {
        var scene = try AppScene()
        let number = try scene.approved()
        let (first, second) = (try scene.grant(number), try scene.grant(number))
        #expect(try withdrawn(&scene).isEmpty)
        try scene.world.ledger.revokeGrant(first.serialNumber.uppercased(), .keyCompromise, at: now)
        #expect(try withdrawn(&scene) == [try scene.read(first).claims.serialNumber])
        expect(.grantRevoked) { try scene.world.ledger.revokeGrant(first.serialNumber, .unspecified, at: now) }
        expect(.grantUnknown) { try scene.world.ledger.revokeGrant("00", .unspecified, at: now) }
        #expect(scene.world.ledger.grants.map { $0.revokedAt == nil } == [false, true])
        #expect(second.serialNumber != first.serialNumber)
    }

    @Test("An approval that is taken back withdraws every grant that rests on it, and gives no further one")
    func takenBack() throws {
        var scene = try AppScene()
        let (first, second) = (try scene.approved(), try scene.approved())
        let (resting, other) = (try scene.grant(first), try scene.grant(second))
        try scene.world.ledger.refuseApplication(first, .elements, reason: "The process is not equal.", at: now)
        #expect(try withdrawn(&scene) == [try scene.read(resting).claims.serialNumber])
        expect(.applicationNotApproved) { _ = try scene.grant(first) }
        #expect(try scene.grant(second).application == second)
        #expect(scene.world.ledger.grants.first { $0.serialNumber == other.serialNumber }?.revokedAt == nil)
    }

    /// A third party whose entry takes as much room as its link lets it.
    private func party(_ length: Int) -> AppApplicationDraft.ThirdParty {
        let begin = "https://insurer.example/"
        return .init(name: String(repeating: "é", count: 64), privacyPolicy: begin + String(repeating: "a", count: length - begin.utf8.count))
    }

    @Test("The largest application that is taken can be granted, by a registrar's key of any curve; one that says more is refused by its field")
    func largest() throws {
        var scene = try AppScene()
        func isTaken(_ parties: [AppApplicationDraft.ThirdParty]) throws -> Bool {
            var trial = scene
            do { try trial.file { $0.thirdParties = parties } } catch let error as RegistrarError where error.code == .applicationField {
                #expect(error.reason.hasPrefix("the field thirdParties "))
                return false
            }
            return true
        }
        #expect(try !isTaken(Array(repeating: party(512), count: 20)), "twenty are within the limits of each field")
        // Whole ones, and as much of one more as there is room for.
        let whole = try (0..<20).last { try isTaken(Array(repeating: party(512), count: $0)) }
        var parties = Array(repeating: party(512), count: try #require(whole))
        var (taken, refused) = (24, 512)
        while taken + 1 < refused {
            let length = (taken + refused) / 2
            if try isTaken(parties + [party(length)]) { taken = length } else { refused = length }
        }
        if try isTaken(parties + [party(taken)]) { parties.append(party(taken)) }
        let number = try scene.approved { $0.thirdParties = parties }
        for curve in [EllipticCurve.p256, .p384, .p521] {
            let authority = try ReaderAuthority.make(
                name: AuthorityName(country: "UT", commonName: "Registrar"), curve: curve, notBefore: now.advanced(byDays: -10))
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            let grant = try scene.world.ledger.grant(number, of: "rentals", executable: AppScene.executable, by: authority, at: now, using: &generator)
            #expect(grant.token.utf8.count <= GrantToken.maximumBytes)
        }
    }

    @Test("An application of before applications were measured, of which no grant can say everything, is told so by a code of its own")
    func tooLarge() throws {
        var scene = try AppScene()
        let number = try scene.approved()
        let parties = Array(repeating: party(512), count: 20).map { ["name": $0.name ?? "", "privacyPolicy": $0.privacyPolicy ?? ""] }
        scene.world.ledger = try WrittenLedger(scene.world.ledger).rewrite("application", ofEach: "applications") { $0["thirdParties"] = parties }
        let before = scene.world.ledger
        expect(.grantSize) { _ = try scene.grant(number) }
        #expect(scene.world.ledger == before)
    }

    @Test("A grant lies within the time of the registrar's root: none is signed that would outlive it, begins after it, or began before it")
    func beyondRoot() throws {
        var scene = try AppScene()
        let number = try scene.approved()
        let root = try ParsedCertificate(ByteSlice(scene.world.authority.identity.derEncoded))
        let last = root.notAfter.advanced(bySeconds: 1).advanced(byDays: -RegistrarLedger.grantDays)
        #expect(try scene.grant(number, at: root.notBefore).notBefore == root.notBefore)
        #expect(try scene.grant(number, at: last).notAfter == root.notAfter)
        let before = scene.world.ledger
        for time in [root.notBefore.advanced(bySeconds: -1), last.advanced(bySeconds: 1), root.notAfter, root.notAfter.advanced(bySeconds: 1)] {
            expect(.issuing) { _ = try scene.grant(number, at: time) }
        }
        #expect(scene.world.ledger == before)
    }

    @Test("A brand has no more grants that have not ended than it may")
    func count() throws {
        var scene = try AppScene()
        let number = try scene.approved()
        for _ in 1...RegistrarLedger.maximumGrants { _ = try scene.grant(number) }
        expect(.grantCount) { _ = try scene.grant(number) }
        let later = now.advanced(byDays: RegistrarLedger.grantDays)
        #expect(try scene.grant(number, at: later).notBefore == later)
    }
}
