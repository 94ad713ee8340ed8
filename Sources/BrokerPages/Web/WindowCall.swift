import Hummingbird
import TextEncodings
import UserVerification
import WalletBroker

/// What a window's script asks for.
struct WindowCall: Sendable {
    let parts: PageParts
    let origin: WalletOrigin
    let language: Language
    let secret: WindowSecret
    let step: String
    let seen: Int
    let form: [String: String]

    var words: Wording { .of(language) }
    var names: DisplayNames { DisplayNames(tables: parts.tables, in: language) }

    /// A part of a page, made from a template.
    func fragment(_ content: some Content) -> String { parts.templates.text(content) }

    func answer(_ fragment: String) -> Response { Answer.html(fragment, .exchange, origin) }

    /// A field that has to be there.
    func field(_ name: String) throws -> String {
        guard let value = form[name] else { throw HTTPError(.badRequest) }
        return value
    }

    /// What the person decided about a provider.
    func decision() throws -> ProviderAuthorization {
        guard let decision = ProviderAuthorization(rawValue: try field("decision")), decision != .notDetermined else {
            throw HTTPError(.badRequest)
        }
        return decision
    }

    /// A field of bytes that has to be there.
    func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(try field(name)) else { throw HTTPError(.badRequest) }
        return bytes
    }
}
