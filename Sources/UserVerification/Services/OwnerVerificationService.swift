public import Foundation

/// A service of the machine that can tell its owner from others, such as a fingerprint reader's.
///
/// It says what it knows the owner by and whether it was them; only `UserVerifier` makes a `VerifiedUser` of that.
public protocol OwnerVerificationService: Sendable {
    /// Names what the owner enrolled there, another text after every change of it; nil while nothing is enrolled.
    ///
    /// Answers at once, and as it was known last while it cannot be had: it is part of what documents are bound to, whichever way verifies the owner.
    func enrolment() async -> String?
    /// Asks the person to show that they are the owner.
    ///
    /// - Parameter deadline: when nobody waits for it any more.
    /// - Throws: `UserVerificationError.service` with a stable code of the service's own.
    func verifyOwner(until deadline: Date) async throws(UserVerificationError)
}
