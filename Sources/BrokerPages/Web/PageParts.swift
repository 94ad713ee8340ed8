import Foundation
import HTTPTypes
import Hummingbird
import IdentityElements
import UserVerification
import WalletBroker

/// What the routes work with.
struct PageParts: Sendable {
    let desk: any RelayDesk
    /// Nil where no other device is answered.
    let codes: (any AnsweringDesk)?
    let settings: any ProviderSettings
    let history: any RequestHistory
    let verifier: UserVerifier
    let tables: ElementTables
    let limits: PagesLimits
    let now: @Sendable () -> Date
    let templates: Templates
    let windows = Windows()

    /// A path that opens the window of a request, once.
    func path(of session: any ConsentSession) async -> String {
        let purpose = WindowPurpose.consent(ConsentWindow(session, verifier: verifier, grace: limits.grace, now: now))
        return purpose.path(await windows.makeDoor(purpose))
    }

    /// A page that only says why there is no other one.
    func notice(_ title: String, _ text: String, _ language: Language, _ origin: WalletOrigin, status: HTTPResponse.Status) -> Response {
        let document = DocumentContent(
            language: language.rawValue, words: .of(language), title: title, kind: "notice", script: .window, secret: nil, canCancel: false,
            content: templates.text(NoticeContent(title: title, text: text)))
        return Answer.html(templates.text(document), .window, origin, status: status)
    }
}
