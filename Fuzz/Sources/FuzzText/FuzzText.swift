import CBOR
import COSE
import Foundation
import FuzzSupport
import MobileDocument
import RelyingParty

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let text = String(decoding: bytes, as: UTF8.self)
    checkOrigin(text)
    checkEncodings(text, bytes)
    checkDates(text, bytes)
    // What pages post and operators write; slower, so only where the first byte promises something.
    if bytes.first == UInt8(ascii: "{") {
        let response = JSONNesting.isBounded(bytes) ? try? JSONDecoder().decode(CredentialResponse.self, from: Data(bytes)) : nil
        if let read = CredentialResponse(json: bytes) { law(read == response, "the two readers of an answer disagree") }
        if let response {
            let written = try? JSONEncoder().encode(response)
            law((written == nil) == (response.sealed == nil), "what has no bytes can be written, or what has cannot")
            let again = written.flatMap { try? JSONDecoder().decode(CredentialResponse.self, from: $0) }
            law(again?.sealed == response.sealed, "writing changed the response")
        }
        _ = try? JSONDecoder().decode(PendingSession.self, from: Data(bytes))
    }
    if bytes.first == UInt8(ascii: "-") { _ = try? SigningKey(pemRepresentation: text) }
    return 0
}

private func checkOrigin(_ text: String) {
    guard let origin = try? Origin(text) else { return }
    law(text.utf8.allSatisfy { $0 < 0x80 }, "an origin that is not ASCII: \(text.debugDescription) as \(origin)")
    law(origin.serialized == origin.serialized.lowercased(), "upper case stays: \(origin)")
    law((try? Origin(origin.serialized)) == origin, "the serialization reads differently: \(origin)")
    law((try? Origin(origin.serialized))?.serialized == origin.serialized, "the serialization is not stable: \(origin)")
    law(origin.serialized == origin.scheme + "://" + origin.host + (origin.port.map { ":\($0)" } ?? ""), "the parts are not the whole")
    law(origin.port != (origin.scheme == "https" ? 443 : 80), "the default port is written")
    law(!origin.host.isEmpty, "no host")
    _ = origin.isLoopback
}

private func checkEncodings(_ text: String, _ bytes: [UInt8]) {
    law(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "base64url loses bytes")
    if let decoded = Base64URL.decode(text) { law(Base64URL.encode(decoded) == text, "two texts for one value") }
    law(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes, "hexadecimal loses bytes")
    if let decoded = Hexadecimal.bytes(text) { law(Hexadecimal.text(decoded) == text.lowercased(), "two texts for one value") }
}

private func checkDates(_ text: String, _ bytes: [UInt8]) {
    if let date = CalendarDate(text) {
        law(date.description == text, "the day is written differently: \(date)")
        law(CalendarDate(date.startOfDay) == date, "the day does not begin on itself: \(date)")
        law(CalendarDate(year: date.year, month: date.month, day: date.day) == date, "a day that does not exist: \(date)")
    }
    if let instant = Instant(text) { checkInstant(instant) }
    if bytes.count >= 8 {
        checkInstant(Instant(secondsSinceEpoch: bytes[..<8].reduce(0) { $0 << 8 | Int64($1) }))
    }
    for tagged in [CBORValue.dateTime(text), .text(text)] {
        guard var reader = try? CBORReader(tagged.encoded), let date = try? EncodedDateTime(from: &reader) else { continue }
        law(Instant(text) == date.instant, "text and structure disagree")
        law(date.deviations.contains(.untagged) == (tagged == .text(text)), "an untagged date goes unnoticed")
    }
}

private func checkInstant(_ instant: Instant) {
    law(Instant(instant.description) == instant, "the moment is written differently: \(instant)")
    let day = CalendarDate(instant)
    law(day.startOfDay <= instant && instant < day.startOfDay.advanced(byDays: 1) || day.year == 9999, "the day of \(instant) is not \(day)")
    law(instant.advanced(bySeconds: .max) >= instant && instant.advanced(bySeconds: .min) <= instant, "time runs backwards")
    law(instant.advanced(byDays: .max) >= instant && instant.advanced(byDays: .min) <= instant, "days run backwards")
}
