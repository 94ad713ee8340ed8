import CBOR
import MobileDocument

/// Runs the strict decoder of a recognised structure, so that the report also says what verification would refuse.
enum StrictReading {
    static func check(_ bytes: [UInt8], kind: InspectionKind, node: CBORNode, into findings: inout FindingCollector) {
        guard let error = refusal(bytes, kind: kind, node: node) else { return }
        // What the tolerant walk has already pointed at need not be said twice.
        guard !findings.contains(error.code.rawValue, at: error.offset) else { return }
        findings.add(.error, "strict.\(error.code.rawValue)", at: error.offset, "the strict reader refuses it: \(error.reason)")
    }

    private static func refusal(_ bytes: [UInt8], kind: InspectionKind, node: CBORNode) -> CBORError? {
        do throws(CBORError) {
            switch kind {
            case .deviceRequest: _ = try DeviceRequest(bytes)
            case .deviceResponse: _ = try DeviceResponse(bytes)
            case .issuerSigned: _ = try IssuerSigned(bytes)
            case .encryptionInfo: _ = try EncryptionInfo(bytes)
            case .encryptedResponse: _ = try EncryptedResponse(bytes)
            case .inAppEnvelope: _ = try InAppEnvelope(bytes)
            case .sessionTranscript: _ = try SessionTranscript(recorded: bytes)
            case .mobileSecurityObject where node.embeddedString != nil:
                _ = try MobileSecurityObject(issuerAuthPayload: ByteSlice(bytes))
            default: _ = try CBORItem(bytes[...], limits: CBORLimits(totalBytes: .max, depth: 64, items: .max, stringBytes: .max))
            }
            return nil
        } catch {
            return error
        }
    }
}
