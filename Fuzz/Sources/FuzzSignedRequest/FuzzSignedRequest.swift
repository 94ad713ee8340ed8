import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import FuzzSupport
import MobileDocument
import RelyingParty
import RequestExtraction
import SigningSupport

/// What a trusted reader signs is the input: by its first byte the items it asks for, or what it says of the whole request. So the broker's
/// parser and the wallet go all the way, with everything a hostile but registered reader can ask.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard let first = bytes.first else { return 0 }
    let content = EmbeddedCBOR(wrapping: Array(bytes.dropFirst()))
    let asksItems = first & 1 == 0
    let encoded = asksItems ? encode([content], info: nil) : encode([genuineItems, genuineItems], info: content)

    let deviceRequest = Base64URL.encode(encoded)
    let data = Array(#"{"deviceRequest":"\#(deviceRequest)","encryptionInfo":"\#(FixedWorld.encryptionInfo)"}"#.utf8)
    let origin = FixedWorld.origin.serialized
    let partial = try? RequestExtraction.partialRequest(from: data, origin: origin)
    if let partial { law((try? RequestComparison.check(data, origin: origin, against: partial)) != nil, "a request differs from itself") }

    guard let request = try? DeviceRequest(encoded) else {
        law(!asksItems || content != genuineItems, "the genuine request is refused")
        return 0
    }
    let readers = ReaderAuthenticationVerification.verify(
        request, transcript: FixedWorld.transcript, trust: SigningWorld.readerTrust, at: FixedWorld.now)
    law(readers.signatures.count == request.docRequests.count + 1, "a signature is not looked at")
    law(readers.signatures.allSatisfy(\.isVerified), "a signature of the reader's does not verify")

    guard
        let presented = try? PresentedRequest(deviceRequest: deviceRequest, encryptionInfo: FixedWorld.encryptionInfo, origin: FixedWorld.origin),
        let review = try? holder.review(presented, at: FixedWorld.now),
        let sealed = try? review.answer(PresentationChoice(acceptingDefaultsOf: review))
    else { return 0 }
    guard let plain = ResponseOpener.open(sealed, for: FixedWorld.session) else {
        law(false, "an answer does not open")
        return 0
    }
    if asksItems { lawAsked(plain, Array(bytes.dropFirst())) }
    return 0
}

private let holder = SigningWorld.force { try SigningWorld.parties.holder() }
private let genuineItems = EmbeddedCBOR(
    wrapping: CBORValue.textMap([
        "docType": .text(DocType.mobileDrivingLicence.rawValue),
        "nameSpaces": .textMap(["org.iso.18013.5.1": .textMap(["given_name": .boolean(false)])]),
    ]).encoded)

private func encode(_ items: [EmbeddedCBOR], info: EmbeddedCBOR?) -> [UInt8] {
    let transcript = FixedWorld.transcript
    let parts: [(items: EmbeddedCBOR, readerAuth: [UInt8]?)] = items.map { item in
        (item, sign(ReaderAuthentication.bytes(transcript: transcript, items: item)))
    }
    return DeviceRequest.encode(
        items: parts, info: info, readerAuthAll: [sign(ReaderAuthentication.allBytes(transcript: transcript, items: items, info: info))])
}

private func sign(_ content: [UInt8]) -> [UInt8] {
    let reader = SigningWorld.parties.reader
    return SigningWorld.force {
        try COSESign1.encode(signing: content, isDetached: true, chain: [reader.derEncoded], with: reader.signingKey)
    }
}

/// A wallet shows nothing that was not asked for. A statement about an age may answer a question about another one, and a request can name
/// elements that will do as well.
private func lawAsked(_ response: [UInt8], _ content: [UInt8]) {
    guard let asked = CBORValue.tree(content), let response = CBORValue.tree(response) else { return law(false, "answered what is no request") }
    guard asked["requestInfo"] == nil else { return }
    for document in response["documents"]?.elements ?? [] {
        law(document["docType"] == asked["docType"], "answered with another type of document")
        for nameSpace in document["issuerSigned"]?["nameSpaces"]?.entries ?? [] {
            for item in nameSpace.value.elements {
                guard let name = item.embedded.flatMap(CBORValue.tree)?["elementIdentifier"]?.text, !name.hasPrefix("age_over_") else { continue }
                law(asked["nameSpaces"]?[nameSpace.key]?[name] != nil, "an element was answered that nobody asked for")
            }
        }
    }
}
