import Hummingbird
import TextEncodings
import UserVerification

/// What the settings ask for.
struct SettingsCalls: Sendable {
    let call: WindowCall

    func answer() async throws -> Response {
        switch call.step {
        case "authorize":
            try await call.parts.settings.decide(try call.decision(), about: try call.field("provider"))
            return call.answer(try await fragment())
        case "remove":
            guard let method = UserVerificationMethod(rawValue: try call.field("method")) else { throw HTTPError(.badRequest) }
            try await call.parts.verifier.remove(method)
            return call.answer(try await fragment())
        default:
            switch try await EnrolmentCalls(call: call).result() {
            case nil: throw HTTPError(.notFound)
            case .challenge(let challenge): return call.answer(Base64URL.encode(challenge))
            case .done(let error): return call.answer(try await fragment(error: error))
            }
        }
    }

    func fragment(error: String? = nil) async throws -> String {
        call.fragment(
            SettingsContent(
                try await call.parts.settings.providers(), try await call.parts.verifier.enrolment(), names: call.names, error: error,
                phrase: error == nil ? "" : call.form["phrase"] ?? "", in: call.language))
    }
}
