import Crypto
import Foundation
import GRDB
import Testing

@testable import UserVerification

@Suite("Enrolments")
struct EnrolmentTests {
    static let time = PINTests.time
    private static let otherPIN = "860415"

    private let folder: TestFolder
    private let verifier: UserVerifier

    init() throws {
        folder = try TestFolder()
        verifier = UserVerifier(store: try folder.store())
    }

    private func enrolPasskey() async throws {
        let challenge = try await verifier.beginPasskey(at: Self.time)
        try await verifier.enrol(Authenticator().creation(challenge), origin: Authenticator.origin, at: Self.time)
    }

    @Test("Every change of a PIN or passkey is another enrolment; nothing enrolled is none")
    func identifiers() async throws {
        #expect(try await verifier.enrolment() == nil)
        var seen: [String] = []
        for change in 1...5 {
            switch change {
            case 1, 2: try await verifier.enrol(pin: change == 1 ? PINTests.pin : Self.otherPIN, phrase: "blue heron", at: Self.time)
            case 3, 4: try await enrolPasskey()
            default: try await verifier.remove(.pin)
            }
            let identifier = try #require(try await verifier.enrolment()?.identifier)
            #expect(!seen.contains(identifier))
            // It is the same as long as nothing changes, for another process as well.
            #expect(try await UserVerifier(store: folder.store()).enrolment()?.identifier == identifier)
            seen.append(identifier)
        }
        try await verifier.remove(.passkey)
        #expect(try await verifier.enrolment() == nil)
    }

    @Test("The PIN that is enrolled already is no change, whatever the phrase, and takes wrong tries before it back as any right one does")
    func again() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        let first = try #require(try await verifier.enrolment())
        try await verifier.begin([1], at: Self.time)
        for _ in 1...2 {
            for left in [9, 8] {
                await #expect(throws: UserVerificationError.wrongPIN(triesLeft: left)) {
                    try await verifier.verify(pin: Self.otherPIN, for: [1], at: Self.time)
                }
            }
            try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
            #expect(try await verifier.enrolment() == first)
        }
        try await verifier.enrol(pin: PINTests.pin, phrase: "green kettle", at: Self.time)
        let second = try #require(try await verifier.enrolment())
        #expect((second.identifier, second.phrase) == (first.identifier, "green kettle"))
        #expect(try await verifier.verify(pin: PINTests.pin, for: [1], at: Self.time).enrolment == first.identifier)
    }

    @Test("Nobody learns by setting a PIN whether it is the owner's: not by a phrase that is refused, nor while the next try has to wait")
    func guessed() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        let first = try #require(try await verifier.enrolment())
        for pin in [PINTests.pin, Self.otherPIN] {
            await #expect(throws: UserVerificationError.malformedPhrase) { try await verifier.enrol(pin: pin, phrase: "", at: Self.time) }
        }
        #expect(try await verifier.enrolment() == first)
        try await verifier.begin([1], at: Self.time)
        for left in [9, 8, 7] {
            await #expect(throws: UserVerificationError.wrongPIN(triesLeft: left)) {
                try await verifier.verify(pin: Self.otherPIN, for: [1], at: Self.time)
            }
        }
        // The right one is not compared, and replaces itself as any other.
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time.addingTimeInterval(29))
        let second = try #require(try await verifier.enrolment()?.identifier)
        #expect(second != first.identifier)
        // Whoever is wrong has replaced it, and it verifies nobody any more.
        try await verifier.enrol(pin: Self.otherPIN, phrase: "blue heron", at: Self.time)
        await #expect(throws: UserVerificationError.wrongPIN(triesLeft: 9)) {
            try await verifier.verify(pin: PINTests.pin, for: [1], at: Self.time)
        }
    }

    @Test("A PIN that was right gets another phrase, and its tries back, only while no other one was set and it was not taken away")
    func replacedMeanwhile() async throws {
        let store = try folder.store()
        let compared = try PINRecord(PIN(PINTests.pin), rounds: store.rounds)
        try await store.set(compared, phrase: "blue heron")
        #expect(try await store.beginTry(at: Self.time).triesLeft == 9)
        #expect(try await store.set(phrase: "green kettle", of: compared))
        #expect(try await store.enrolment(service: nil)?.phrase == "green kettle")
        #expect(try await store.beginTry(at: Self.time).triesLeft == 9)
        let other = try PINRecord(PIN(Self.otherPIN), rounds: store.rounds)
        try await store.set(other, phrase: "old mill")
        #expect(try await store.beginTry(at: Self.time).triesLeft == 9)
        #expect(try await store.set(phrase: "green kettle", of: compared) == false)
        #expect(try await store.enrolment(service: nil)?.phrase == "old mill")
        #expect(try await store.beginTry(at: Self.time).triesLeft == 8)
        try await store.remove(.pin)
        #expect(try await store.set(phrase: "green kettle", of: other) == false)
        #expect(try await store.enrolment(service: nil) == nil)
    }

    @Test("A way that was taken away verifies nobody")
    func removed() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        try await verifier.remove(.pin)
        try await verifier.begin([1], at: Self.time)
        await #expect(throws: UserVerificationError.notEnrolled(.pin)) {
            try await verifier.verify(pin: PINTests.pin, for: [1], at: Self.time)
        }
        let assertion = try Authenticator().assertion([1])
        await #expect(throws: UserVerificationError.notEnrolled(.passkey)) {
            try await verifier.verify(assertion, for: [1], origin: Authenticator.origin, at: Self.time)
        }
    }

    /// Has the database do something of itself at a change, as another process would between two steps.
    private func meanwhile(_ change: String, _ statements: String) async throws {
        try await DatabaseQueue(path: folder.path).write { try $0.execute(sql: "CREATE TRIGGER meanwhile \(change) BEGIN \(statements) END") }
    }

    @Test("A PIN that is taken away while it is tried verifies nobody: least of all as who is enrolled without it")
    func removedDuringTry() async throws {
        try await enrolPasskey()
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        // The try is counted, and the PIN is gone before it is compared.
        try await meanwhile("AFTER UPDATE OF tries ON pin WHEN NEW.tries > OLD.tries", "DELETE FROM pin; DELETE FROM phrase;")
        try await verifier.begin([1], at: Self.time)
        await #expect(throws: UserVerificationError.notEnrolled(.pin)) {
            try await verifier.verify(pin: PINTests.pin, for: [1], at: Self.time)
        }
        let left = try #require(try await verifier.enrolment())
        #expect(!left.hasPIN)
        #expect(left.passkey == Array("credential-1".utf8))
    }

    @Test("Who is verified by a passkey is named by what was enrolled with it, though it is taken away at that moment")
    func removedDuringAssertion() async throws {
        var authenticator = Authenticator()
        let challenge = try await verifier.beginPasskey(at: Self.time)
        try await verifier.enrol(authenticator.creation(challenge), origin: Authenticator.origin, at: Self.time)
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        let both = try #require(try await verifier.enrolment())
        try await meanwhile("AFTER UPDATE OF counter ON passkey", "DELETE FROM passkey;")
        try await verifier.begin([1], at: Self.time)
        authenticator.counter = 2
        let user = try await verifier.verify(try authenticator.assertion([1]), for: [1], origin: Authenticator.origin, at: Self.time)
        #expect(user.enrolment == both.identifier)
        let left = try #require(try await verifier.enrolment())
        #expect(left.passkey == nil)
        #expect(left.identifier != both.identifier)
    }

    @Test("A PIN that was right gives no other one its tries back")
    func replacedDuringTry() async throws {
        let store = try folder.store()
        let compared = try PINRecord(PIN(PINTests.pin), rounds: store.rounds)
        try await store.set(compared, phrase: "blue heron")
        let enrolment = try await store.enrolment(service: nil)
        #expect(try await store.beginTry(at: Self.time).triesLeft == 9)
        #expect(try await store.forgetTries(of: compared, service: nil) == enrolment)
        try await store.set(PINRecord(PIN(Self.otherPIN), rounds: store.rounds), phrase: "old mill")
        #expect(try await store.beginTry(at: Self.time).triesLeft == 9)
        await #expect(throws: UserVerificationError.notEnrolled(.pin)) { try await store.forgetTries(of: compared, service: nil) }
        #expect(try await store.beginTry(at: Self.time).triesLeft == 8)
    }

    @Test("The file is its owner's alone, and holds no PIN; one that others can read is refused")
    func file() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)).range(of: Data(PINTests.pin.utf8)) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path)
        let error = #expect(throws: UserVerificationError.self) { try folder.store() }
        #expect(error?.code == "enrolment.exposedFile")
    }

    @Test("Enrolments that a newer version of the program has changed are named as such and left as they are")
    func newerFile() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        try await DatabaseQueue(path: folder.path).write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of a newer version')") }
        let error = #expect(throws: UserVerificationError.self) { try folder.store() }
        #expect(error?.code == "enrolment.newerFile")
        #expect(try await verifier.enrolment()?.phrase == "blue heron")
    }

    /// A service that answers as it is told.
    private struct Service: OwnerVerificationService {
        var name: String? = "finger-1"
        var refusal: UserVerificationError?

        func enrolment() async -> String? { name }

        func verifyOwner(until deadline: Date) async throws(UserVerificationError) {
            if let refusal { throw refusal }
        }
    }

    /// A service at which the owner enrols another finger while a verification goes on: nothing is the same twice.
    private actor ChangingService: OwnerVerificationService {
        private var fingers = 0

        func enrolment() async -> String? {
            fingers += 1
            return "finger-\(fingers)"
        }

        func verifyOwner(until deadline: Date) async throws(UserVerificationError) {}
    }

    @Test("A service of the machine verifies the owner, once, by the enrolment that documents are bound to; without one nobody is verified")
    func service() async throws {
        let now = { @Sendable in Self.time }
        let able = UserVerifier(store: try folder.store(), service: Service())
        try await able.begin([1], at: Self.time)
        let user = try await able.verifyByService(for: [1], now: now)
        let bound = try await able.enrolment()
        #expect(user.method == .service)
        #expect(bound != nil && user.enrolment == bound?.identifier)
        await #expect(throws: UserVerificationError.used) { try await able.verifyByService(for: [1], now: now) }

        let refused = UserVerificationError.service(code: "fingerprint.noMatch")
        let cases: [((any OwnerVerificationService)?, UserVerificationError)] = [
            (nil, .notEnrolled(.service)), (Service(name: nil), .notEnrolled(.service)), (Service(refusal: refused), refused),
        ]
        for (service, error) in cases {
            let verifier = UserVerifier(store: try folder.store(), service: service)
            try await verifier.begin([1], at: Self.time)
            await #expect(throws: error) { try await verifier.verifyByService(for: [1], now: now) }
        }
    }

    @Test(
        "PIN, passkey and a service of the machine name the enrolment that documents are bound to; another finger is another enrolment")
    func everyWay() async throws {
        var authenticator = Authenticator()
        let challenge = try await verifier.beginPasskey(at: Self.time)
        try await verifier.enrol(authenticator.creation(challenge), origin: Authenticator.origin, at: Self.time)
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        let alone = try await verifier.enrolment()
        #expect(try await UserVerifier(store: folder.store(), service: Service(name: nil)).enrolment() == alone)

        let beside = UserVerifier(store: try folder.store(), service: Service())
        let bound = try #require(try await beside.enrolment())
        for transaction: [UInt8] in [[1], [2], [3]] { try await beside.begin(transaction, at: Self.time) }
        authenticator.counter = 2
        let users = [
            try await beside.verify(pin: PINTests.pin, for: [1], at: Self.time),
            try await beside.verify(try authenticator.assertion([2]), for: [2], origin: Authenticator.origin, at: Self.time),
            try await beside.verifyByService(for: [3]) { Self.time },
        ]
        #expect(users.map(\.method) == [.pin, .passkey, .service])
        #expect(users.map(\.enrolment) == [String](repeating: bound.identifier, count: 3))
        let changed = try await UserVerifier(store: folder.store(), service: Service(name: "finger-2")).enrolment()
        #expect(Set([alone?.identifier, bound.identifier, changed?.identifier]).count == 3)
    }

    @Test("What changes at the service during a verification is named by nobody, and the transaction can be verified yet")
    func changedAtService() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron", at: Self.time)
        let changing = UserVerifier(store: try folder.store(), service: ChangingService())
        try await changing.begin([1], at: Self.time)
        let error = UserVerificationError.service(code: "service.enrolmentChanged")
        for _ in 1...2 {
            await #expect(throws: error) { try await changing.verify(pin: PINTests.pin, for: [1], at: Self.time) }
            await #expect(throws: error) { try await changing.verifyByService(for: [1]) { Self.time } }
        }
    }

    @Test("An enrolment prints without the owner's phrase, which tells the wallet's page from others")
    func hiddenPhrase() throws {
        let enrolment = try #require(Enrolment(phrase: "blue heron", pin: PINRecord(salt: [1], hash: [2], rounds: 1), passkey: nil, service: nil))
        var text = "\(enrolment) \(String(reflecting: enrolment)) \(Optional(enrolment).debugDescription)"
        dump([enrolment], to: &text)
        #expect(!text.contains("heron"))
        #expect(enrolment.phrase == "blue heron")
    }

    @Test("The identifier of a PIN or passkey without a service is the one that documents were bound to before there were services")
    func identifierAlone() {
        let pin = PINRecord(salt: [1], hash: [2], rounds: 1)
        // SHA-256 of salt, hash and the two parts of no passkey, each after its length in 4 bytes.
        let identifier = "vA4XtSeQlIsOfgymIEa58OIYcEu8VnHUT_mNrUCH4rQ"
        #expect(Enrolment(phrase: "blue heron", pin: pin, passkey: nil, service: nil)?.identifier == identifier)
        #expect(Enrolment(phrase: "blue heron", pin: pin, passkey: nil, service: "")?.identifier != identifier)
        #expect(Enrolment(phrase: nil, pin: nil, passkey: nil, service: nil) == nil)
    }
}
