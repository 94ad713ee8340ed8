/// Whether an app may present documents.
package enum AppStatus: UInt8, Sendable, Hashable, CaseIterable {
    /// The person has allowed it.
    case authorized = 1
    /// Nobody has decided yet.
    case notDetermined = 2
    /// The person has refused it, or the program belongs to no installed provider.
    case notAuthorized = 3
    /// This machine presents no documents.
    case notSupported = 4
}
