/// Why an app's wish was not carried out.
package enum AppRefusal: UInt8, Sendable, Hashable, CaseIterable {
    /// Something failed that is not the app's doing.
    case unknown = 1
    /// The registration is out of bounds.
    case invalidRequest = 2
    /// The person has refused, or the app is not entitled to documents of this type.
    case notAuthorized = 3
    /// This machine presents no documents.
    case notSupported = 4
}
