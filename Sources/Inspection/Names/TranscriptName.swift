/// Which way of handing over a transcript records, judged by its shape.
enum TranscriptName {
    static func of(_ transcript: CBORNode) -> String {
        guard let parts = transcript.untagged.elements, parts.count == 3 else { return "unknown" }
        if parts[0].embeddedString != nil { return parts[2].isNull ? "in person, by QR code" : "in person, by NFC" }
        guard let name = parts[2].elements?.first?.text else {
            return parts[2].elements?.count == 3 ? "OpenID4VP draft 18 (redirect)" : "unknown"
        }
        return switch name {
        case "dcapi": "Annex C (dcapi)"
        case "AppleIdentityPresentment_1.0": "Apple in-app"
        case "OpenID4VPDCAPIHandover": "OpenID4VP over the Digital Credentials API"
        case "OpenID4VPHandover": "OpenID4VP by redirect"
        case "BrowserHandoverv1", "AndroidHandoverv1": "Android preview, obsolete"
        default: SafeText.quoted(name)
        }
    }
}
