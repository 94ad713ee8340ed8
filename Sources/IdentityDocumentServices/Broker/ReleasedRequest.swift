package import Foundation

/// A request as the user agent gave it after consent.
package struct ReleasedRequest: Sendable {
    /// The JSON object with `deviceRequest` and `encryptionInfo`.
    package let data: Data
    /// The page it comes from, as the user agent says now.
    package let origin: String
    /// The enrolment by which the owner was verified for it.
    package let enrolment: String?

    /// Takes a released request.
    package init(data: Data, origin: String, enrolment: String? = nil) {
        self.data = data
        self.origin = origin
        self.enrolment = enrolment
    }
}
