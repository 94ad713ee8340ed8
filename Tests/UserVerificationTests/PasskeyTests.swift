import Crypto
import Foundation
import Testing
import UserVerification

@Suite("Verification by passkey")
struct PasskeyTests {
    static let time = Date(timeIntervalSince1970: 1_790_000_000)
    static let transaction = Array(SHA256.hash(data: Data("transaction".utf8)))

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A verifier that knows an authenticator's passkey.
    private func verifier(_ authenticator: Authenticator) async throws -> UserVerifier {
        let verifier = UserVerifier(store: try folder.store())
        let challenge = try await verifier.beginPasskey(at: Self.time)
        try await verifier.enrol(authenticator.creation(challenge), origin: Authenticator.origin, at: Self.time)
        return verifier
    }

    @Test("An assertion over the transaction verifies the owner once; a replay of it does not")
    func once() async throws {
        var authenticator = Authenticator()
        let verifier = try await verifier(authenticator)
        try await verifier.begin(Self.transaction, at: Self.time)
        authenticator.counter = 2
        let assertion = try authenticator.assertion(Self.transaction)
        let user = try await verifier.verify(assertion, for: Self.transaction, origin: Authenticator.origin, at: Self.time)
        let enrolment = try #require(try await verifier.enrolment())
        #expect((user.transaction, user.method, user.enrolment) == (Self.transaction, .passkey, enrolment.identifier))
        await #expect(throws: UserVerificationError.used) {
            try await verifier.verify(assertion, for: Self.transaction, origin: Authenticator.origin, at: Self.time)
        }
        await #expect(throws: UserVerificationError.used) { try await verifier.begin(Self.transaction, at: Self.time) }
    }

    struct Flaw: Sendable, CustomTestStringConvertible {
        let name: String
        let fault: PasskeyFault
        let apply: @Sendable (inout Authenticator) -> Void
        var testDescription: String { name }

        init(_ name: String, _ fault: PasskeyFault, _ apply: @escaping @Sendable (inout Authenticator) -> Void) {
            self.name = name
            self.fault = fault
            self.apply = apply
        }

        /// What is wrong in the same way in both ceremonies.
        static let common = [
            Flaw("another type", .type) { $0.type = "payment.get" },
            Flaw("another host", .origin) { $0.origin = "http://localhost:8791" },
            Flaw("another port", .origin) { $0.origin = "http://wallet.localhost:8792" },
            Flaw("a longer port", .origin) { $0.origin = "http://wallet.localhost:87910" },
            Flaw("https", .origin) { $0.origin = "https://wallet.localhost:8791" },
            Flaw("a frame", .crossOrigin) { $0.crossOrigin = "true" },
            Flaw("no end", .clientData) { $0.tail = "" },
            Flaw("more than false", .clientData) { $0.tail = "ly}" },
            Flaw("another relying party", .relyingParty) { $0.relyingParty = "localhost" },
            Flaw("nobody present", .userPresence) { $0.flags = 0x04 },
            Flaw("nobody verified", .userVerification) { $0.flags = 0x01 },
        ]
    }

    private static let assertionFlaws =
        Flaw.common + [
            Flaw("the other ceremony's type", .type) { $0.type = "webauthn.create" },
            Flaw("another credential", .credential) { $0.credential = Array("credential-2".utf8) },
            Flaw("the same counter", .counter) { $0.counter = 7 },
            Flaw("a smaller counter", .counter) { $0.counter = 6 },
            Flaw("no counter any more", .counter) { $0.counter = 0 },
        ]

    @Test("Each field of an assertion is checked, and refuses by its own name", arguments: assertionFlaws)
    func assertion(_ flaw: Flaw) async throws {
        var authenticator = Authenticator(counter: 7)
        let verifier = try await verifier(authenticator)
        try await verifier.begin(Self.transaction, at: Self.time)
        authenticator.counter = 8
        flaw.apply(&authenticator)
        let assertion = try authenticator.assertion(Self.transaction)
        await #expect(throws: UserVerificationError.passkey(flaw.fault)) {
            try await verifier.verify(assertion, for: Self.transaction, origin: Authenticator.origin, at: Self.time)
        }
    }

    @Test("A refused assertion uses nothing up: the right one still counts, and so do later members of the client data")
    func afterRefusal() async throws {
        var authenticator = Authenticator()
        let verifier = try await verifier(authenticator)
        try await verifier.begin(Self.transaction, at: Self.time)
        authenticator.counter = 0
        await #expect(throws: UserVerificationError.passkey(.counter)) {
            try await verifier.verify(
                try authenticator.assertion(Self.transaction), for: Self.transaction, origin: Authenticator.origin, at: Self.time)
        }
        authenticator.counter = 2
        authenticator.tail = #","other_keys_can_be_added_here":"do not compare clientDataJSON against a template"}"#
        _ = try await verifier.verify(
            try authenticator.assertion(Self.transaction), for: Self.transaction, origin: Authenticator.origin, at: Self.time)
    }

    @Test("An authenticator that does not count verifies again and again")
    func withoutCounter() async throws {
        let authenticator = Authenticator(counter: 0)
        let verifier = try await verifier(authenticator)
        for name in ["one", "two"] {
            let transaction = Array(SHA256.hash(data: Data(name.utf8)))
            try await verifier.begin(transaction, at: Self.time)
            _ = try await verifier.verify(
                try authenticator.assertion(transaction), for: transaction, origin: Authenticator.origin, at: Self.time)
        }
    }

    @Test("An assertion of another transaction, another key, or altered bytes does not count")
    func substituted() async throws {
        var authenticator = Authenticator()
        let verifier = try await verifier(authenticator)
        try await verifier.begin(Self.transaction, at: Self.time)
        authenticator.counter = 2
        let other = try authenticator.assertion(Array(SHA256.hash(data: Data("other".utf8))))
        let stranger = try Authenticator(counter: 2).assertion(Self.transaction)
        let good = try authenticator.assertion(Self.transaction)
        let altered = PasskeyAssertion(
            credential: good.credential, clientData: good.clientData, authenticatorData: good.authenticatorData.dropLast() + [9],
            signature: good.signature)
        let cut = PasskeyAssertion(
            credential: good.credential, clientData: good.clientData, authenticatorData: good.authenticatorData.dropLast(),
            signature: good.signature)
        for (assertion, fault) in [(other, PasskeyFault.challenge), (stranger, .signature), (altered, .signature), (cut, .authenticatorData)] {
            await #expect(throws: UserVerificationError.passkey(fault)) {
                try await verifier.verify(assertion, for: Self.transaction, origin: Authenticator.origin, at: Self.time)
            }
        }
    }

    @Test("A transaction that was not begun, or was begun too long ago, is not verified; a clock that went back does not help")
    func time() async throws {
        var authenticator = Authenticator()
        let verifier = try await verifier(authenticator)
        authenticator.counter = 2
        let assertion = try authenticator.assertion(Self.transaction)
        let verify = { @Sendable (seconds: Double) in
            _ = try await verifier.verify(
                assertion, for: Self.transaction, origin: Authenticator.origin, at: Self.time.addingTimeInterval(seconds))
        }
        await #expect(throws: UserVerificationError.notBegun) { try await verify(0) }
        try await verifier.begin(Self.transaction, at: Self.time)
        await #expect(throws: UserVerificationError.stale) { try await verify(301) }
        await #expect(throws: UserVerificationError.stale) { try await verify(-1) }
        // Beginning it again gives no more time.
        await #expect(throws: UserVerificationError.stale) {
            try await verifier.begin(Self.transaction, at: Self.time.addingTimeInterval(301))
        }
        try await verify(300)
    }

    @Test(
        "Each field of a new passkey is checked",
        arguments: Flaw.common + [
            Flaw("the other ceremony's type", .type) { $0.type = "webauthn.get" },
            Flaw("another kind of key in the authenticator's data", .key) { $0.keyHead[4] = 0x27 },
        ])
    func creation(_ flaw: Flaw) async throws {
        var authenticator = Authenticator()
        flaw.apply(&authenticator)
        let verifier = UserVerifier(store: try folder.store())
        let challenge = try await verifier.beginPasskey(at: Self.time)
        await #expect(throws: UserVerificationError.passkey(flaw.fault)) {
            try await verifier.enrol(authenticator.creation(challenge), origin: Authenticator.origin, at: Self.time)
        }
        #expect(try await verifier.enrolment() == nil)
    }

    @Test("A new passkey is for its own challenge, with its own key and name, once")
    func substitutedCreation() async throws {
        let authenticator = Authenticator()
        let verifier = UserVerifier(store: try folder.store())
        await #expect(throws: UserVerificationError.notBegun) {
            try await verifier.enrol(authenticator.creation([1]), origin: Authenticator.origin, at: Self.time)
        }
        let challenge = try await verifier.beginPasskey(at: Self.time)
        let good = authenticator.creation(challenge)
        let otherKey = P256.Signing.PrivateKey().publicKey
        let wrong: [(PasskeyCreation, PasskeyFault)] = [
            (authenticator.creation(challenge.reversed()), .challenge),
            (Self.change(good, publicKey: Array(otherKey.derRepresentation)), .key),
            (Self.change(good, publicKey: Array(P384.Signing.PrivateKey().publicKey.derRepresentation)), .key),
            (Self.change(good, credential: Array("credential-2".utf8)), .authenticatorData),
            (Self.change(good, credential: []), .credential),
        ]
        for (creation, fault) in wrong {
            await #expect(throws: UserVerificationError.passkey(fault)) {
                try await verifier.enrol(creation, origin: Authenticator.origin, at: Self.time)
            }
        }
        try await verifier.enrol(good, origin: Authenticator.origin, at: Self.time)
        await #expect(throws: UserVerificationError.used) { try await verifier.enrol(good, origin: Authenticator.origin, at: Self.time) }
    }

    private static func change(_ creation: PasskeyCreation, credential: [UInt8]? = nil, publicKey: [UInt8]? = nil) -> PasskeyCreation {
        PasskeyCreation(
            credential: credential ?? creation.credential, publicKey: publicKey ?? creation.publicKey, clientData: creation.clientData,
            authenticatorData: creation.authenticatorData)
    }
}
