import Foundation
import IdentityDocumentServices

/// The program as an app that registers documents: prints its status, what it tried, and what it has registered.
struct TestApp {
    private let options: Options
    private let store = IdentityDocumentProviderRegistrationStore()

    init(_ options: Options) { self.options = options }

    func run() async {
        TestProvider.say("status \(await store.status)")
        for registration in options.registrations {
            do {
                try await store.addRegistration(registration)
                TestProvider.say("added \(registration.documentIdentifier)")
            } catch { TestProvider.say("\(error)") }
        }
        if options.load > 0 { await loadRegistry() }
        let kept = (try? await store.registrations.map(\.documentIdentifier).sorted()) ?? []
        TestProvider.say("enrolment \(await store.currentEnrolment ?? "none")")
        TestProvider.say("status \(await store.status)")
        TestProvider.say("kept \(kept.joined(separator: ","))")
    }

    /// So many documents at once, five calls for each; every second one is removed in the end.
    private func loadRegistry() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<options.load {
                group.addTask {
                    let registration = MobileDocumentRegistration(
                        mobileDocumentType: "org.iso.18013.5.1.mDL", supportedAuthorityKeyIdentifiers: [], documentIdentifier: "load-\(number)")
                    do {
                        try await store.addRegistration(registration)
                        _ = await store.status
                        try await store.addRegistration(registration)
                        _ = try await store.registrations
                        if number % 2 == 1 { try await store.removeRegistration(forDocumentIdentifier: registration.documentIdentifier) }
                    } catch { TestProvider.say("\(error)") }
                }
            }
        }
    }
}
