import Crypto
public import Foundation

/// Verifies that the machine's owner agrees: for one transaction, once, within a while.
///
/// A transaction is named by 32 bytes, a SHA-256 over everything that is agreed to. It is begun when the person is asked, and a
/// verification of it gives the one `VerifiedUser` there will be for it.
///
/// ```swift
/// try await verifier.begin(transaction, at: now)
/// let user = try await verifier.verify(pin: typed, for: transaction, at: now)
/// ```
public actor UserVerifier {
    /// Seconds that a person has from the question to the answer.
    public static let secondsToVerify: TimeInterval = 300

    private static let phraseLengths = 1...64
    private static let challengeBits = 256

    private let store: EnrolmentStore
    private let service: (any OwnerVerificationService)?
    private var transactions = OpenTransactions()
    /// The challenge of the passkey that is being made.
    private var creation: [UInt8]?

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - store: what is enrolled.
    ///   - service: a service of the machine that can tell its owner from others.
    public init(store: EnrolmentStore, service: (any OwnerVerificationService)? = nil) {
        self.store = store
        self.service = service
    }

    // MARK: Enrolment

    /// By what the owner can be known now; nil while nothing is enrolled. Documents are bound to its identifier.
    public func enrolment() async throws(UserVerificationError) -> Enrolment? {
        let known = await service?.enrolment()
        return try await store.enrolment(service: known)
    }

    /// Takes a PIN in place of an earlier one. Where it is the same one, no more than the phrase changes, and documents stay bound as they are.
    ///
    /// Whether it is the same is a try like any other, and is counted before it is made. While the next try has to wait, and after too many,
    /// nothing is compared: the same PIN is another enrolment then, too.
    ///
    /// - Parameters:
    ///   - pin: 6 to 64 digits, not among those that are tried first.
    ///   - phrase: the owner's own words, shown where the PIN is asked for.
    ///   - time: the moment, by which tries wait.
    public func enrol(pin: String, phrase: String, at time: Date) async throws(UserVerificationError) {
        let pin = try PIN(pin)
        guard !pin.isGuessable else { throw .guessablePIN }
        let phrase = try Self.phrase(phrase)
        // Last, after all that could refuse them: whoever tries a PIN here that is not the owner's has replaced it.
        if let record = try await enrolled(pin, at: time) {
            // Another process may have set another one meanwhile, or taken it away.
            if try await store.set(phrase: phrase, of: record) { return }
        }
        try await store.set(PINRecord(pin, rounds: store.rounds), phrase: phrase)
    }

    /// A phrase as it is kept, without blanks around it.
    package static func phrase(_ typed: String) throws(UserVerificationError) -> String {
        let phrase = typed.trimmingCharacters(in: .whitespaces)
        guard phraseLengths.contains(phrase.count), phrase.rangeOfCharacter(from: .controlCharacters.union(.newlines)) == nil else {
            throw .malformedPhrase
        }
        return phrase
    }

    /// What is kept of the enrolled PIN where it is this one, as far as that may be tried now.
    private func enrolled(_ pin: PIN, at time: Date) async throws(UserVerificationError) -> PINRecord? {
        let record: PINRecord
        do { record = try await store.beginTry(at: time).record } catch .notEnrolled, .waiting, .tooManyTries { return nil }
        return try record.matches(pin) ? record : nil
    }

    /// Begins a passkey: the challenge to make it with, good for one, for as long as a transaction.
    public func beginPasskey(at time: Date) throws(UserVerificationError) -> [UInt8] {
        let challenge = SymmetricKey(size: .init(bitCount: Self.challengeBits)).withUnsafeBytes { Array($0) }
        try transactions.begin(challenge, at: time)
        creation = challenge
        return challenge
    }

    /// Takes a passkey in place of an earlier one: an ECDSA key on P-256, made by a page of ours, for somebody the authenticator
    /// verified.
    public func enrol(_ passkey: PasskeyCreation, origin: WalletOrigin, at time: Date) async throws(UserVerificationError) {
        guard let challenge = creation else { throw .notBegun }
        let record = try PasskeyRecord(passkey, challenge: challenge, origin: origin)
        try transactions.use(challenge, at: time)
        try await store.set(record)
    }

    /// Takes a way away.
    public func remove(_ method: UserVerificationMethod) async throws(UserVerificationError) { try await store.remove(method) }

    // MARK: Verification

    /// Begins to ask the owner for a transaction. Asking again gives no more time.
    public func begin(_ transaction: [UInt8], at time: Date) throws(UserVerificationError) { try transactions.begin(transaction, at: time) }

    /// Verifies the owner by their PIN. Each try is counted on the disk before it is made.
    public func verify(pin: String, for transaction: [UInt8], at time: Date) async throws(UserVerificationError) -> VerifiedUser {
        try transactions.check(transaction, at: time)
        let pin = try PIN(pin)
        let (record, triesLeft) = try await store.beginTry(at: time)
        guard try record.matches(pin) else { throw triesLeft > 0 ? .wrongPIN(triesLeft: triesLeft) : .tooManyTries }
        let known = await service?.enrolment()
        let enrolment = try await store.forgetTries(of: record, service: known)
        return try await verified(.pin, in: enrolment, service: known, for: transaction, at: time)
    }

    /// Verifies the owner by an assertion of their passkey (Web Authentication Level 3, 7.2), whose challenge is the transaction.
    public func verify(
        _ assertion: PasskeyAssertion, for transaction: [UInt8], origin: WalletOrigin, at time: Date
    ) async throws(UserVerificationError) -> VerifiedUser {
        try transactions.check(transaction, at: time)
        let known = await service?.enrolment()
        let enrolment = try await store.usePasskey(service: known) { passkey throws(UserVerificationError) in
            try passkey.check(assertion, transaction: transaction, origin: origin)
        }
        return try await verified(.passkey, in: enrolment, service: known, for: transaction, at: time)
    }

    /// Verifies the owner by the machine's own service.
    ///
    /// - Parameter now: the clock, read when the service has answered.
    public func verifyByService(
        for transaction: [UInt8], now: @Sendable () -> Date
    ) async throws(UserVerificationError) -> VerifiedUser {
        let time = now()
        try transactions.check(transaction, at: time)
        guard let service, let known = await service.enrolment(), let enrolment = try await store.enrolment(service: known) else {
            throw .notEnrolled(.service)
        }
        try await service.verifyOwner(until: time.addingTimeInterval(Self.secondsToVerify))
        // What was enrolled beside it while the person was asked is not what is named.
        guard try await store.enrolment(service: known)?.identifier == enrolment.identifier else { throw Self.enrolmentChanged }
        return try await verified(.service, in: enrolment, service: known, for: transaction, at: now())
    }

    /// What was verified must be what is named.
    private static let enrolmentChanged = UserVerificationError.service(code: "service.enrolmentChanged")

    /// Names the owner by the enrolment that the way was part of when it was checked, never by what is enrolled later.
    ///
    /// - Parameter known: what the service knew the owner by before the check; nil where there is no service, or nothing enrolled there.
    private func verified(
        _ method: UserVerificationMethod, in enrolment: Enrolment, service known: String?, for transaction: [UInt8], at time: Date
    ) async throws(UserVerificationError) -> VerifiedUser {
        // The same before the check and after it, so it was the same during it.
        guard await service?.enrolment() == known else { throw Self.enrolmentChanged }
        // The last step, with nothing to wait for after it: of two verifications at once, one counts.
        try transactions.use(transaction, at: time)
        return VerifiedUser(transaction: transaction, enrolment: enrolment.identifier, method: method, time: time)
    }
}
