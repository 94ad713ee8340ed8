import MobileDocument
import SwiftASN1

/// Times as certificates and lists hold them (RFC 5280, 4.1.2.5): UTCTime through 2049, GeneralizedTime from 2050 on.
struct CertificateTime: DERSerializable {
    static let latest: Int64 = 253_402_300_799

    let instant: Instant

    func serialize(into coder: inout DER.Serializer) throws {
        let date = CalendarDate(instant)
        let seconds = Int(instant.secondsSinceEpoch - date.startOfDay.secondsSinceEpoch)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if date.year < 2050 {
            try coder.serialize(
                UTCTime(year: date.year, month: date.month, day: date.day, hours: hours, minutes: minutes, seconds: seconds % 60))
        } else {
            try coder.serialize(
                GeneralizedTime(
                    year: date.year, month: date.month, day: date.day, hours: hours, minutes: minutes, seconds: seconds % 60,
                    fractionalSeconds: 0))
        }
    }
}
