import MobileDocument
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The first and the last second in which a certificate is valid, both included (RFC 5280 4.1.2.5).
struct CertificateValidity: Sendable, Hashable {
    let notBefore: Instant
    let notAfter: Instant

    private static let secondsPerDay: Int64 = 86_400
    /// 9999-12-31T23:59:59Z, the last moment a GeneralizedTime can hold.
    private static let latest: Int64 = 253_402_300_799

    /// A period of whole days that ends one second short, because both ends count.
    ///
    /// - Throws: ``IssuingError`` `issuer.validity.period` if the days are outside 1...limit, `issuer.validity.instant`
    ///   if either end lies outside 1970...9999.
    init(from notBefore: Instant, days: Int, limit: Int) throws(IssuingError) {
        guard (1...limit).contains(days) else {
            throw IssuingError(.validityPeriod, "the period must be 1 to \(limit) days, not \(days)")
        }
        try self.init(notBefore, Self.checked(notBefore) + Int64(days) * Self.secondsPerDay - 1)
    }

    /// A period of whole calendar years that ends one second short, because both ends count.
    ///
    /// - Throws: ``IssuingError`` `issuer.validity.period` if the years are outside 1...limit, `issuer.validity.instant`
    ///   if either end lies outside 1970...9999.
    init(from notBefore: Instant, years: Int, limit: Int) throws(IssuingError) {
        guard (1...limit).contains(years) else {
            throw IssuingError(.validityPeriod, "the period must be 1 to \(limit) years, not \(years)")
        }
        let seconds = try Self.checked(notBefore)
        let end = Self.sameDate(seconds / Self.secondsPerDay, yearsLater: Int64(years))
        try self.init(notBefore, end * Self.secondsPerDay + seconds % Self.secondsPerDay - 1)
    }

    /// The period written in a certificate.
    init(of certificate: Certificate) {
        // Certificates hold whole seconds of the years 0 to 9999, so neither conversion can lose or overflow.
        notBefore = Instant(secondsSinceEpoch: Int64(certificate.notValidBefore.timeIntervalSince1970))
        notAfter = Instant(secondsSinceEpoch: Int64(certificate.notValidAfter.timeIntervalSince1970))
    }

    private init(_ notBefore: Instant, _ notAfter: Int64) throws(IssuingError) {
        self.notBefore = notBefore
        self.notAfter = Instant(secondsSinceEpoch: notAfter)
        _ = try Self.checked(self.notAfter)
    }

    /// Whether this period lies wholly inside another one.
    func lies(within other: CertificateValidity) -> Bool {
        other.notBefore <= notBefore && notAfter <= other.notAfter
    }

    private static func checked(_ instant: Instant) throws(IssuingError) -> Int64 {
        guard (0...latest).contains(instant.secondsSinceEpoch) else {
            throw IssuingError(.validityInstant, "a certificate must begin and end between 1970 and 9999")
        }
        return instant.secondsSinceEpoch
    }

    /// The day number (days since 1970-01-01) of the same calendar date some years later, for days from 1970 on.
    ///
    /// Years are counted from March, so that a leap day is the last of its year. The 29th of February therefore becomes
    /// the 1st of March where the later year has no such day.
    private static func sameDate(_ day: Int64, yearsLater: Int64) -> Int64 {
        let daysToEpoch: Int64 = 719_468  // from 0000-03-01 to 1970-01-01
        let daysPerEra: Int64 = 146_097  // 400 Gregorian years
        let shifted = day + daysToEpoch
        let dayOfEra = shifted % daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let year = shifted / daysPerEra * 400 + yearOfEra + yearsLater
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - daysToEpoch
    }
}
