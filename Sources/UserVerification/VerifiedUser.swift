public import Foundation

/// The owner was there, for one transaction and for a short while. Only a verification makes one.
public struct VerifiedUser: Sendable, Hashable {
    /// The transaction it was made for: a SHA-256 over everything that is agreed to.
    public let transaction: [UInt8]
    /// By what the owner can be known, as it was then: the `identifier` of their `Enrolment`. With another passkey or PIN, or after a change at
    /// the machine's service, it is another enrolment, and documents that were bound to this one do not answer to it.
    public let enrolment: String
    /// How.
    public let method: UserVerificationMethod
    /// When.
    public let time: Date

    /// For `UserVerifier` alone.
    init(transaction: [UInt8], enrolment: String, method: UserVerificationMethod, time: Date) {
        self.transaction = transaction
        self.enrolment = enrolment
        self.method = method
        self.time = time
    }
}
