import MobileDocument

extension Annotator {
    /// The lines of a certificate revocation list in DER.
    mutating func annotateRevocationList(_ range: Range<Int>, depth: Int) {
        let outline: RevocationListOutline
        do throws(DERElement.Fault) {
            outline = try RevocationListOutline(bytes, in: range)
        } catch {
            add(error.offset..<error.offset, depth, InspectionLine.breakLabel, error.reason)
            return find(.error, "crl.unreadable", at: error.offset, error.reason)
        }
        add(outline.issuer.range, depth, "issuer", CertificateOutline.name(outline.issuer, bytes))
        add(outline.thisUpdate.range, depth, "this update", outline.thisUpdate.time(bytes) ?? "unreadable time")
        if let next = outline.nextUpdate {
            add(next.range, depth, "next update", next.time(bytes) ?? "unreadable time")
        } else {
            find(.warning, "crl.next-update", at: outline.thisUpdate.offset, "the list does not say when the next one is due")
        }
        for entry in outline.entries {
            let reason = entry.reason.map { ", \(CodeNames.revocationReason($0))" } ?? ""
            add(
                entry.element.range, depth, "revoked",
                "serial \(Hexadecimal.text(bytes[entry.serial.content].prefix(40))), on \(entry.time.time(bytes) ?? "an unreadable time")\(reason)")
        }
        if outline.entryCount > outline.entries.count, let last = outline.entries.last {
            let end = last.element.content.upperBound
            add(end..<end, depth, "revoked", "and \(outline.entryCount - outline.entries.count) more")
        }
        for item in outline.extensions { addExtension(item, depth) }
        add(
            outline.signature.range, depth, "signature",
            "\(ObjectIdentifierNames.signature(outline.signatureAlgorithm)), \(outline.signature.content.count) bytes")
    }
}
