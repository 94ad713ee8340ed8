import CBOR
public import MobileDocument
import NetworkAddressing
import PublicSuffixes

/// What the owner of a domain must publish to prove that it is theirs.
public struct DomainChallenge: Sendable, Hashable, Codable {
    /// Seconds an owner has to publish it: seven days.
    public static let lifetime: Int64 = 604_800
    /// Seconds in which asking again gives the same challenge: a day.
    public static let repetition: Int64 = 86_400
    /// Label of the TXT record, before the domain.
    public static let recordLabel = "_mdoc-registrar-challenge"
    /// Path of the file.
    public static let path = "/.well-known/mdoc-registrar-challenge"
    private static let prefix = "mdoc-registrar-challenge="

    /// The domain.
    public let domain: String
    /// The random part.
    private let token: String
    /// Last second in which it can be met, since 1970.
    private let expiry: Int64

    init(domain: String, token: ChallengeToken, at time: Instant) {
        self.domain = domain
        self.token = token.text
        expiry = time.advanced(bySeconds: Self.lifetime).secondsSinceEpoch
    }

    /// Last moment at which it can be met.
    public var expiresAt: Instant { Instant(secondsSinceEpoch: expiry) }

    /// Whether it was opened so lately that asking again gives it once more.
    func isRecent(at time: Instant) -> Bool { expiry - time.secondsSinceEpoch > Self.lifetime - Self.repetition }

    /// Name of the TXT record to publish.
    public var recordName: String { "\(Self.recordLabel).\(domain)" }

    /// The registrable domain that it lies under.
    package var registrableDomain: String { RegistrableDomain.containing(domain) ?? domain }

    /// Address of the file to publish.
    public var fileURL: String { "https://\(domain)\(Self.path)" }

    /// Content of the record or the file.
    public var value: String { Self.prefix + token }

    /// Checks what a resolver saw in the record: one of the texts must be the value.
    func check(texts: [String], at time: Instant) throws(RegistrarError) {
        try checkTime(time)
        // Byte for byte: a stranger's text may have more combining marks in a row than are compared in good time.
        guard texts.prefix(64).contains(where: { ExactText.isSame($0, value) }) else {
            throw RegistrarError(
                .challengeMismatch, "no TXT record of \(recordName) holds the token of this challenge",
                mend: "publish it exactly as it was given, and wait until resolvers see it")
        }
    }

    /// Checks a file that was fetched: from the domain itself, holding the value and at most a line end after it.
    func check(_ file: FetchedFile, profile: NetworkProfile, at time: Instant) throws(RegistrarError) {
        try checkTime(time)
        guard file.host == domain else {
            throw RegistrarError(
                .challengeOtherHost, "the file came from \"\(file.host)\" and not from \"\(domain)\"",
                mend: "serve \(fileURL) without a redirect to another host")
        }
        guard profile.accepts(file.address) else {
            throw RegistrarError(
                .challengeAddress, "\(domain) leads to \(file.address), which is not an address of the public internet",
                mend: "let the domain lead to its public server")
        }
        var content = file.content[...]
        if content.last == 0x0A { content.removeLast() }
        if content.last == 0x0D { content.removeLast() }
        guard content.elementsEqual(value.utf8) else {
            throw RegistrarError(
                .challengeMismatch, "the file at \(fileURL) does not hold the token of this challenge", mend: "publish it exactly as it was given")
        }
    }

    private func checkTime(_ time: Instant) throws(RegistrarError) {
        guard time <= expiresAt else {
            throw RegistrarError(.challengeExpired, "the challenge for \(domain) ended at \(expiresAt)", mend: "ask for a new one and publish that")
        }
    }
}
