import Foundation
import IdentityDocumentServices

/// The program as an app that registers documents: prints its status, what it tried, and what it has registered.
struct TestApp {
    /// Over how many connections a load is spread; the broker serves each beside the others.
    private static let connections = 8

    private let options: Options
    private let store = IdentityDocumentProviderRegistrationStore()

    init(_ options: Options) { self.options = options }

    func run() async {
        TestProvider.say("status \(await store.status)")
        for registration in options.registrations {
            do {
                try await store.addRegistration(registration)
                TestProvider.say("added \(registration.documentIdentifier)")
            } catch { TestProvider.say(Self.name(of: error)) }
        }
        for name in options.removals {
            do {
                try await store.removeRegistration(forDocumentIdentifier: name)
                TestProvider.say("removed \(name)")
            } catch { TestProvider.say(Self.name(of: error)) }
        }
        if options.load > 0 { await loadRegistry() }
        let kept = (try? await store.registrations.map(\.documentIdentifier).sorted()) ?? []
        TestProvider.say("enrolment \(await store.currentEnrolment ?? "none")")
        TestProvider.say("status \(await store.status)")
        TestProvider.say("kept \(kept.joined(separator: ","))")
    }

    /// So many documents at once. Says how many adding, removing and listing calls were answered.
    private func loadRegistry() async {
        let stores = (0..<Self.connections).map { _ in IdentityDocumentProviderRegistrationStore() }
        let answered = await withTaskGroup(of: Int.self) { group in
            for number in 0..<options.load {
                group.addTask { await Self.load(number, into: stores[number % stores.count]) }
            }
            return await group.reduce(0, +)
        }
        TestProvider.say("answered \(answered)")
    }

    /// Adds a document twice and looks for it; every second one is then removed and looked for again. Says what is amiss.
    ///
    /// - Returns: how many calls were answered: three, or five for one that is removed.
    private static func load(_ number: Int, into store: IdentityDocumentProviderRegistrationStore) async -> Int {
        let name = "load-\(number)"
        let registration = MobileDocumentRegistration(
            mobileDocumentType: "org.iso.18013.5.1.mDL", supportedAuthorityKeyIdentifiers: [], documentIdentifier: name)
        do {
            try await store.addRegistration(registration)
            try await store.addRegistration(registration)
            if try await !isListed(name, in: store) { TestProvider.say("\(name) is lost") }
            guard number % 2 == 1 else { return 3 }
            try await store.removeRegistration(forDocumentIdentifier: name)
            if try await isListed(name, in: store) { TestProvider.say("\(name) is still there") }
            return 5
        } catch {
            TestProvider.say(Self.name(of: error))
            return 0
        }
    }

    /// What is told apart by tests; the sentence may change.
    private static func name(of error: any Error) -> String {
        switch error as? IdentityDocumentProviderRegistrationStore.RegistrationError {
        case .unknown: "unknown"
        case .invalidRequest: "invalidRequest"
        case .notAuthorized: "notAuthorized"
        case .notSupported: "notSupported"
        case nil: "\(error)"
        }
    }

    private static func isListed(_ name: String, in store: IdentityDocumentProviderRegistrationStore) async throws -> Bool {
        try await store.registrations.contains { $0.documentIdentifier == name }
    }
}
