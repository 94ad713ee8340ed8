import Crypto
import Foundation
import Testing
import UserVerification

@Suite("Enrolments")
struct EnrolmentTests {
    static let time = PINTests.time

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

    @Test("Every change of a PIN or passkey is another enrolment, also the same PIN anew; nothing enrolled is none")
    func identifiers() async throws {
        #expect(try await verifier.enrolment() == nil)
        var seen: [String] = []
        for change in 1...5 {
            switch change {
            case 1, 2: try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron")
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

    @Test("A way that was taken away verifies nobody")
    func removed() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron")
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

    @Test("The file is its owner's alone, and holds no PIN; one that others can read is refused")
    func file() async throws {
        try await verifier.enrol(pin: PINTests.pin, phrase: "blue heron")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)).range(of: Data(PINTests.pin.utf8)) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path)
        let error = #expect(throws: UserVerificationError.self) { try folder.store() }
        #expect(error?.code == "enrolment.exposedFile")
    }

    /// A service that answers as it is told.
    private struct Service: OwnerVerificationService {
        let displayName = "Fingerprint"
        var name: String? = "finger-1"
        var refusal: UserVerificationError?

        func enrolment() async -> String? { name }

        func verifyOwner(until deadline: Date) async throws(UserVerificationError) {
            if let refusal { throw refusal }
        }
    }

    @Test("A service of the machine verifies the owner under its own enrolment, once; without one nobody is verified")
    func service() async throws {
        let now = { @Sendable in Self.time }
        let able = UserVerifier(store: try folder.store(), service: Service())
        try await able.begin([1], at: Self.time)
        let user = try await able.verifyByService(for: [1], now: now)
        #expect((user.method, user.enrolment) == (.service, "finger-1"))
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
}
