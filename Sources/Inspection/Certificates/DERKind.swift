/// What DER outside of any message is.
enum DERKind {
    case privateKey(String)
    case other(InspectionKind, String)

    /// Nil when the bytes are not DER of a known kind. Damaged certificates are still recognised by their beginning.
    static func of(_ bytes: [UInt8]) -> DERKind? {
        guard bytes.count > 8, bytes[0] == 0x30 else { return nil }
        guard let whole = try? DERElement(bytes, in: 0..<bytes.count) else { return truncated(bytes) }
        guard whole.content.upperBound == bytes.count || isCertificate(whole, bytes), let parts = try? whole.children(bytes) else {
            return truncated(bytes)
        }
        if let name = privateKeyName(parts, bytes) { return .privateKey(name) }
        if isCertificate(whole, bytes) {
            guard let outline = try? CertificateOutline(bytes, in: 0..<bytes.count) else {
                return .other(.certificate, "X.509 certificate, damaged")
            }
            let subject = CertificateOutline.name(outline.subject, bytes)
            let key = CertificateOutline.keyName(outline.publicKey, bytes)
            let times = "\(outline.notBefore.time(bytes) ?? "?") to \(outline.notAfter.time(bytes) ?? "?")"
            return .other(.certificate, "X.509 certificate, \(subject), \(key), valid \(times)")
        }
        guard parts.count == 3 || parts.count == 2, parts[0].tag == 0x30 else { return nil }
        if parts.count == 2, parts[1].tag == 0x03 {
            let key = CertificateOutline.keyName(whole, bytes)
            return .other(.publicKey, "public key, \(key)")
        }
        guard parts.count == 3, parts[2].tag == 0x03, let fields = try? parts[0].children(bytes), fields.count >= 3 else {
            return nil
        }
        // Both may begin with a version and end with `[0]`; only a revocation list has times.
        if fields.contains(where: { $0.tag == 0x17 || $0.tag == 0x18 }) {
            let issuer = fields.first { $0.tag == 0x30 && (try? $0.children(bytes).first?.tag) == 0x31 }
            let name = issuer.map { CertificateOutline.name($0, bytes) } ?? "unknown issuer"
            guard let outline = try? RevocationListOutline(bytes, in: 0..<bytes.count) else {
                return .other(.certificateRevocationList, "certificate revocation list of \(name)")
            }
            let count = outline.entryCount == 1 ? "1 certificate" : "\(outline.entryCount) certificates"
            let times = "\(outline.thisUpdate.time(bytes) ?? "?") to \(outline.nextUpdate?.time(bytes) ?? "?")"
            return .other(.certificateRevocationList, "certificate revocation list of \(name), \(count), \(times)")
        }
        if fields.last?.tag == 0xa0, fields[0].tag == 0x02 {
            return .other(.certificateRequest, "certificate request (PKCS#10), \(CertificateOutline.name(fields[1], bytes))")
        }
        return nil
    }

    /// PKCS#8, encrypted PKCS#8 and SEC 1; RSA keys of PKCS#1 as well, to be on the safe side.
    private static func privateKeyName(_ parts: [DERElement], _ bytes: [UInt8]) -> String? {
        guard let first = parts.first else { return nil }
        if parts.count >= 3, first.tag == 0x02, first.content.count == 1, parts[1].tag == 0x30, parts[2].tag == 0x04 {
            return "PKCS#8"
        }
        if parts.count >= 2, first.tag == 0x02, first.content.count == 1, parts[1].tag == 0x04 { return "SEC 1" }
        if parts.count >= 9, parts.allSatisfy({ $0.tag == 0x02 }) { return "RSA, PKCS#1" }
        if parts.count == 2, first.tag == 0x30, parts[1].tag == 0x04,
            let identifier = (try? first.children(bytes))?.first?.objectIdentifier(bytes), identifier.hasPrefix("1.2.840.113549.1.")
        {
            return "PKCS#8, encrypted"
        }
        return nil
    }

    /// The beginning that only certificates have: a sequence, in it `[0]` with a version, or a version 1 certificate's
    /// serial number and algorithm.
    private static func isCertificate(_ whole: DERElement, _ bytes: [UInt8]) -> Bool {
        guard let body = try? DERElement(bytes, in: whole.content), body.tag == 0x30,
            let fields = try? body.children(bytes), fields.count >= 6
        else { return false }
        let offset = fields[0].tag == 0xa0 ? 1 : 0
        return fields.count >= 6 + offset && fields[offset].tag == 0x02 && fields[offset + 1].tag == 0x30
            && fields[offset + 3].tag == 0x30 && (fields[offset + 5].tag == 0x30)
            && (try? fields[offset + 3].children(bytes).first).map { $0?.tag == 0x17 || $0?.tag == 0x18 } == true
    }

    private static func truncated(_ bytes: [UInt8]) -> DERKind? {
        // 30 82 xx xx 30 82 xx xx a0 03 02 01 02: certificate, its body, version 3.
        guard bytes.count >= 13, bytes[1] == 0x82, bytes[4] == 0x30, bytes[5] & 0x80 != 0 else {
            // A private key cut off must not be shown either.
            let isKey =
                bytes.count >= 6
                && (2...5).contains { index in
                    index + 3 < bytes.count && bytes[index] == 0x02 && bytes[index + 1] == 0x01
                        && (bytes[index + 3] == 0x30 || bytes[index + 3] == 0x04)
                }
            return isKey ? .privateKey("damaged") : nil
        }
        return .other(.certificate, "X.509 certificate, damaged")
    }
}
