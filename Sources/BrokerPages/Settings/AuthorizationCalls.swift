import Hummingbird
import WalletBroker

/// What the window asks for in which a person lets a provider present documents, or does not.
struct AuthorizationCalls: Sendable {
    let call: WindowCall
    let provider: String

    func answer() async throws -> Response {
        guard call.step == "authorize" else { throw HTTPError(.notFound) }
        let decision = try call.decision()
        let setting = try await setting()
        try await call.parts.settings.decide(decision, about: provider)
        return call.answer(call.fragment(EndedContent(decision, app: setting.provider.displayName, in: call.words)))
    }

    func fragment() async throws -> String {
        call.fragment(AuthorizationContent(try await setting().provider, names: call.names, in: call.language))
    }

    private func setting() async throws -> ProviderSetting {
        guard let setting = try await call.parts.settings.providers().first(where: { $0.provider.name == provider }) else {
            throw HTTPError(.notFound)
        }
        return setting
    }
}
