import Foundation
import UserVerification

/// What the routes work with.
struct PageParts: Sendable {
    let desk: any RelayDesk
    let settings: any ProviderSettings
    let history: any RequestHistory
    let verifier: UserVerifier
    let limits: PagesLimits
    let now: @Sendable () -> Date
    let templates: Templates
    let windows = Windows()
}
