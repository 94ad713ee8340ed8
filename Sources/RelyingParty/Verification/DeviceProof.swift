import COSE
import Crypto
import DocumentTrust
import MobileDocument

/// mdoc authentication: the proof that the answer comes from the device the document was issued to
/// (ISO/IEC 18013-5, 9.1.3; second edition 12.8.2).
struct DeviceProof {
    /// The session's transcript; nil where none is at hand, which leaves the proof unchecked and the response refused.
    let transcript: SessionTranscript?
    /// The reader's own key of a proximity session, without which a MAC cannot be checked.
    let readerKey: P256.KeyAgreement.PrivateKey?

    /// - Parameter allowingNone: a signature of zeros counts as none, as simulators send it.
    func check(
        _ document: Document, _ mso: MobileSecurityObject, index: Int, allowingNone: Bool, into report: inout VerificationReport
    ) {
        Self.checkAuthorization(document.deviceSigned.elements, mso.keyAuthorizations, index, &report)
        guard let transcript else {
            report.record(.deviceAuthentication, .skipped, document: index, "there is no session transcript to check the device's proof against")
            return
        }
        if allowingNone, case .signature(let signature) = document.deviceSigned.deviceAuth, signature.signature.bytes.allSatisfy({ $0 == 0 }) {
            report.record(.deviceAuthentication, .skipped, document: index, "a simulator has no device key")
            return
        }
        let content = DeviceAuthentication(
            transcript: transcript, docType: document.docType, nameSpaces: document.deviceSigned.nameSpaces)
        do {
            switch document.deviceSigned.deviceAuth {
            case .signature(let signature):
                try signature.verify(detached: content, with: mso.deviceKey.verificationKey())
            case .mac(let mac):
                try checkMac(mac, content, mso, transcript, index, &report)
                return
            }
            report.record(.deviceAuthentication, .passed, document: index)
        } catch {
            let hint = error == .signatureInvalid ? "; another device or another session looks like this (transcript: \(transcript.name), SHA-256 \(Hexadecimal.text(transcript.hash)))" : ""
            report.record(.deviceAuthentication, .failed, document: index, error.description + hint)
        }
    }

    private static func checkAuthorization(
        _ elements: [DeviceSigned.Element], _ authorizations: KeyAuthorizations?, _ index: Int, _ report: inout VerificationReport
    ) {
        let foreign = elements.first { authorizations?.allows($0.reference) != true }
        report.require(
            foreign == nil, .deviceAuthorization, document: index, element: foreign?.reference,
            "the device signed an element the issuer does not allow it to sign")
    }

    private func checkMac(
        _ mac: COSEMac0, _ content: DeviceAuthentication, _ mso: MobileSecurityObject, _ transcript: SessionTranscript, _ index: Int,
        _ report: inout VerificationReport
    ) throws(COSEFault) {
        let isInPerson = if case .proximity = transcript.handover { true } else { false }
        guard let readerKey, isInPerson else {
            report.record(
                .deviceAuthentication, .failed, document: index,
                "the device sent a MAC; only a session in which the reader has a key of its own can check one (\(transcript.name) has none)")
            return
        }
        let deviceKey = try mso.deviceKey.deviceAgreementKey()
        guard let key = try? DeviceMacKey.derive(privateKey: readerKey, publicKey: deviceKey, transcript: transcript) else {
            throw .keyInvalid
        }
        try mac.verify(detached: content, with: key)
        report.record(.deviceAuthentication, .passed, document: index)
    }
}
