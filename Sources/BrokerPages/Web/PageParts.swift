import Foundation
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
}
