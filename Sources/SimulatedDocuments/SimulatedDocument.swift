import DocumentProvider
import IssuingAuthority
import MobileDocument

/// A document that this module has made up, and nobody has issued.
///
/// It is made of `SimulatedContent` and of nothing else: there is no way from a provisioned document to one, or back.
struct SimulatedDocument: Sendable {
    /// Its name in the system's registry.
    let id: String
    let held: HeldDocument

    /// How the names of all of them begin.
    static let prefix = "simulated:"
    private static let days = 30

    /// One of each type that is made up.
    ///
    /// - Parameters:
    ///   - key: what proves them.
    ///   - time: the present moment.
    static func all(provedBy key: any DeviceKey, at time: Instant) throws(HeldDocumentError) -> [SimulatedDocument] {
        try SimulatedContent.all(in: CalendarDate(time).year).map { (content) throws(HeldDocumentError) in
            try SimulatedDocument(content, provedBy: key, at: time)
        }
    }

    private init(_ content: DocumentContent, provedBy key: any DeviceKey, at time: Instant) throws(HeldDocumentError) {
        id = "\(Self.prefix)\(content.docType)"
        let midnight = CalendarDate(time).startOfDay
        let yesterday = midnight.advanced(byDays: -1)
        let validity = ValidityInfo(signed: yesterday, validFrom: yesterday, validUntil: midnight.advanced(byDays: Self.days))
        let encoded: [UInt8]
        do { encoded = try UnsignedDocument.encode(content, deviceKey: key.publicKey, validity: validity) } catch { throw .malformed("\(error)") }
        held = try HeldDocument(issuerSigned: encoded, deviceKey: key)
    }
}
