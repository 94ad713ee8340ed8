import COSE
import Crypto
import MobileDocument
import SwiftASN1
import X509

extension Annotator {
    private static let extendedKeyUsage = "2.5.29.37"

    func certificateHeadline(_ range: Range<Int>) -> String {
        guard let outline = try? CertificateOutline(bytes, in: range) else {
            return "certificate, unreadable, \(range.count) bytes"
        }
        return "certificate, \(CertificateOutline.name(outline.subject, bytes))"
    }

    /// The lines of a certificate in DER.
    ///
    /// - Parameter chain: its place in an `x5chain`; nil for a certificate on its own.
    mutating func annotateCertificate(_ range: Range<Int>, depth: Int, chain: ChainPlace?) {
        let outline: CertificateOutline
        do throws(DERElement.Fault) {
            outline = try CertificateOutline(bytes, in: range)
        } catch {
            add(error.offset..<error.offset, depth, InspectionLine.breakLabel, error.reason)
            return find(.error, "certificate.unreadable", at: error.offset, error.reason)
        }
        addFields(of: outline, depth)
        for item in outline.extensions { addExtension(item, depth) }
        add(
            outline.signature.range, depth, "signature",
            "\(ObjectIdentifierNames.signature(outline.signatureAlgorithm)), \(outline.signature.content.count) bytes")
        if outline.whole.content.upperBound < range.upperBound {
            addTrailing(outline.whole.content.upperBound..<range.upperBound, depth: depth, inside: " after the certificate")
        }
        check(outline, chain: chain)
    }

    private mutating func addFields(of outline: CertificateOutline, _ depth: Int) {
        add(
            outline.whole.range, depth, "X.509", "version \(outline.version), \(outline.whole.range.count) bytes",
            details: ["SHA-256 fingerprint \(sha256(outline.whole.range))"])
        add(outline.serial.range, depth, "serial", Hexadecimal.text(bytes[outline.serial.content].prefix(40)))
        add(outline.issuer.range, depth, "issuer", CertificateOutline.name(outline.issuer, bytes))
        add(outline.notBefore.range, depth, "not before", outline.notBefore.time(bytes) ?? "unreadable time")
        add(outline.notAfter.range, depth, "not after", outline.notAfter.time(bytes) ?? "unreadable time")
        add(outline.subject.range, depth, "subject", CertificateOutline.name(outline.subject, bytes))
        add(outline.publicKey.range, depth, "public key", CertificateOutline.keyName(outline.publicKey, bytes))
    }

    mutating func addExtension(_ item: CertificateOutline.Extension, _ depth: Int) {
        let name = ObjectIdentifierNames.extension(item.identifier) + (item.isCritical ? " (critical)" : "")
        guard let text = ExtensionText.of(item, bytes) else {
            add(item.element.range, depth, name, "malformed, \(item.value.count) bytes")
            return find(
                .warning, "certificate.extension-malformed", at: item.element.offset, "the extension \(name) cannot be read")
        }
        add(item.element.range, depth, name, text)
    }

    // MARK: Checks

    private mutating func check(_ outline: CertificateOutline, chain: ChainPlace?) {
        let offset = outline.whole.offset
        let isSelfIssued = bytes[outline.issuer.range].elementsEqual(bytes[outline.subject.range])
        if outline.version != 3 {
            find(.warning, "certificate.version", at: offset, "X.509 version \(outline.version); profiles require 3")
        }
        let serial = bytes[outline.serial.content]
        let isNegative = serial.first.map { $0 & 0x80 != 0 } ?? false
        if isNegative || serial.allSatisfy({ $0 == 0 }) || serial.count > 20 {
            find(
                .warning, "certificate.serial", at: outline.serial.offset,
                "the serial number is not positive or has more than 20 bytes")
        }
        checkReading(outline, isSelfIssued: isSelfIssued, isNegative ? "its serial number is negative" : nil)
        if let chain { check(outline, in: chain, isSelfIssued: isSelfIssued) }
    }

    /// What the library that verification uses makes of it.
    ///
    /// - Parameter cause: why it is refused, where that is known; often it is for its key.
    private mutating func checkReading(_ outline: CertificateOutline, isSelfIssued: Bool, _ cause: String?) {
        guard let certificate = try? Certificate(derEncoded: Array(bytes[outline.whole.range])) else {
            let key = CertificateOutline.keyName(outline.publicKey, bytes)
            // A key of a kind that is computed with is not why.
            let isComputed = EllipticCurve.allCases.contains { $0.name == key }
            let cause = cause ?? (isComputed ? "something in it is malformed" : "key \(key)")
            return find(
                .warning, "certificate.strict", at: outline.whole.offset, "the strict certificate parser refuses it, so verification will (\(cause))")
        }
        if isSelfIssued, !certificate.publicKey.isValidSignature(certificate.signature, for: certificate) {
            find(
                .note, "certificate.self-issued", at: outline.whole.offset,
                "issuer and subject are the same name, but its own key did not sign it")
        }
    }

    private mutating func check(_ outline: CertificateOutline, in chain: ChainPlace, isSelfIssued: Bool) {
        let offset = outline.whole.offset
        if isSelfIssued {
            find(
                .warning, chain.count == 1 ? "x5chain.self-signed" : "x5chain.root", at: offset,
                chain.count == 1
                    ? "the only certificate is issued by itself, so it proves nothing"
                    : "x5chain holds a root (issued by itself); a root from the message is no evidence and does not belong here")
        }
        guard chain.index == 0, !chain.role.keyPurposes.isEmpty else { return }
        guard let usage = outline.extension(Self.extendedKeyUsage) else {
            return find(
                .warning, "certificate.eku-absent", at: offset, "the \(chain.role.signer)'s certificate has no extended key usage")
        }
        guard let element = try? DERElement(bytes, in: usage.value), let purposes = ExtensionText.purposes(element, bytes) else {
            return
        }
        if chain.role.keyPurposes.isDisjoint(with: purposes) {
            find(
                .warning, "certificate.eku-other", at: usage.element.offset,
                "the extended key usage does not name the \(chain.role.signer)'s purpose")
        }
    }
}
