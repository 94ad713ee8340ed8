import Foundation
import IdentityDocumentServices
import Testing

@Suite("Registrations of a provider")
struct RegistrationStoreTests {
    private typealias Store = IdentityDocumentProviderRegistrationStore
    private static let licence = "org.iso.18013.5.1.mDL"

    private func registration(_ identifier: String = "one", type: String = licence, authority: [Data] = [Data([1])]) -> MobileDocumentRegistration {
        MobileDocumentRegistration(mobileDocumentType: type, supportedAuthorityKeyIdentifiers: authority, documentIdentifier: identifier)
    }

    @Test("A document is registered, read back, replaced and removed")
    func lifeCycle() async throws {
        let store = Store(registry: InProcessRegistry(entitled: [Self.licence]))
        #expect(await store.status == .notDetermined)
        try await store.addRegistration(registration())
        #expect(await store.status == .authorized)
        try await store.addRegistration(registration(authority: []))
        let kept = try await store.registrations.compactMap { $0 as? MobileDocumentRegistration }
        #expect(kept == [registration(authority: [])])
        try await store.removeRegistration(forDocumentIdentifier: "one")
        try await store.removeRegistration(forDocumentIdentifier: "one")
        #expect(try await store.registrations.isEmpty)
    }

    @Test("A type without entitlement and a person who refuses are both refusals")
    func refusal() async throws {
        let store = Store(registry: InProcessRegistry(entitled: [Self.licence]))
        await #expect(throws: Store.RegistrationError.notAuthorized) { try await store.addRegistration(registration(type: "other")) }
        let refused = Store(registry: InProcessRegistry(entitled: [Self.licence], personAgrees: false))
        await #expect(throws: Store.RegistrationError.notAuthorized) { try await refused.addRegistration(registration()) }
        #expect(await refused.status == .notAuthorized)
    }

    @Test("What is outside the bounds never reaches the broker")
    func bounds() async throws {
        struct Foreign: IdentityDocumentRegistration { let documentIdentifier = "one" }
        let store = Store(registry: InProcessRegistry(entitled: ["", Self.licence]))
        let many = [Data](repeating: Data([1]), count: 1001)
        let faulty = [
            registration(type: ""), registration(""), registration(String(repeating: "x", count: 257)), registration(authority: [Data()]),
            registration(authority: [Data(count: 65)]), registration(authority: many),
            MobileDocumentRegistration(mobileDocumentType: Self.licence, supportedIssuerKeyIdentifiers: many, supportedAuthorityKeyIdentifiers: []),
        ]
        for registration in faulty {
            await #expect(throws: Store.RegistrationError.invalidRequest) { try await store.addRegistration(registration) }
        }
        await #expect(throws: Store.RegistrationError.invalidRequest) { try await store.addRegistration(Foreign()) }
        try await store.addRegistration(registration(authority: many.dropLast()))
    }

    @Test("Every error says what is wrong, and how to mend it")
    func sentences() {
        for error in [Store.RegistrationError.unknown, .invalidRequest, .notAuthorized, .notSupported] { #expect("\(error)".contains("; ")) }
        #expect("\(Store.RegistrationError.invalidRequest)".contains("trusts no reader"), "as with an empty folder of readers")
    }

    @Test("Without a broker nothing is supported, and everything says so")
    func unsupported() async {
        let store = Store(socket: "/nowhere/apps.sock")
        #expect(await store.status == .notSupported)
        await #expect(throws: Store.RegistrationError.notSupported) { _ = try await store.registrations }
        await #expect(throws: Store.RegistrationError.notSupported) { try await store.addRegistration(registration()) }
        await #expect(throws: Store.RegistrationError.notSupported) { try await store.removeRegistration(forDocumentIdentifier: "one") }
    }

    @Test("A thousand changes at once lose nothing")
    func concurrency() async throws {
        let store = Store(registry: InProcessRegistry(entitled: [Self.licence]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    try await store.addRegistration(registration("\(index)"))
                    if index % 2 == 0 { try await store.removeRegistration(forDocumentIdentifier: "\(index)") }
                    _ = try await store.registrations
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.registrations.count == 500)
    }
}
