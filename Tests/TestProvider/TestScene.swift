import BrokerMessages
import Foundation
import IdentityDocumentServices

/// Registers what the arguments say, and shows a sheet with two buttons.
struct TestScene: ProviderScene {
    private let options: Options

    init(_ options: Options) { self.options = options }

    func updateRegistrations() async {
        let store = IdentityDocumentProviderRegistrationStore()
        let stale = (try? await store.registrations.map(\.documentIdentifier)) ?? []
        for identifier in stale where !options.registrations.contains(where: { $0.documentIdentifier == identifier }) {
            try? await store.removeRegistration(forDocumentIdentifier: identifier)
        }
        for registration in options.registrations { try? await store.addRegistration(registration) }
        TestProvider.say("updated")
    }

    func open(_ context: ISO18013MobileDocumentRequestContext) async -> any OpenScene {
        TestProvider.say("opened \(context.documentIdentifiers.map { $0.joined(separator: ",") }.joined(separator: ";")) \(context.locale)")
        return TestSheet(context, flaw: options.flaw, last: options.registrations.last?.documentIdentifier)
    }
}

/// The sheet: what a provider knows of its document, Accept and Decline.
struct TestSheet: OpenScene {
    private let context: ISO18013MobileDocumentRequestContext
    private let flaw: Flaw?
    /// The last of its documents.
    private let last: String?

    private struct CannotAnswer: Error {}

    init(_ context: ISO18013MobileDocumentRequestContext, flaw: Flaw?, last: String?) {
        self.context = context
        self.flaw = flaw
        self.last = last
    }

    func sheet() async -> String {
        flaw == .showsTooMuch ? String(repeating: "x", count: MessageBounds.sheet + 1) : html("CANARY-Mustermann")
    }

    func act(_ action: String, values: [String: String]) async -> String? {
        guard action == "accept" else {
            context.cancel()
            return nil
        }
        do {
            try await context.sendResponse { raw in
                TestProvider.say("released \(raw.requestData.count) \(raw.enrolment ?? "nobody")")
                if flaw == .endsInAnswer { exit(3) }
                if flaw == .waitsInAnswer { try await Task.sleep(for: .seconds(3600)) }
                if flaw == .removesInAnswer, let last {
                    try await IdentityDocumentProviderRegistrationStore().removeRegistration(forDocumentIdentifier: last)
                }
                if flaw == .throwsInAnswer { throw CannotAnswer() }
                // What a test can tell from everything else, and the website could not have made.
                return ISO18013MobileDocumentResponse(responseData: Data(raw.requestData.reversed()))
            }
            TestProvider.say("answered")
            return nil
        } catch {
            TestProvider.say("not answered")
            return html("it failed")
        }
    }

    private func html(_ text: String) -> String {
        """
        <h1>A &lt;licence&gt;</h1><p>\(text)</p>
        <form method="post"><button name="action" value="accept">Accept</button><button name="action" value="decline">Decline</button></form>
        """
    }
}
