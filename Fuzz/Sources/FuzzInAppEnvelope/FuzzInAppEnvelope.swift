import CBOR
import Crypto
import FuzzSupport
import MobileDocument
import RelyingParty

/// Envelopes, as the server of an app gets them. An input that does not begin like one is behind the encryption instead, since anybody can
/// seal to a merchant's key: its first byte decides where in the plaintext the rest stands.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    checkEnvelope(bytes)
    // Envelopes are maps.
    if let first = bytes.first, first >> 5 != 5, let place = Place(rawValue: first % UInt8(Place.allCases.count)) {
        checkSealed(Array(bytes.dropFirst()), place)
    }
    return 0
}

// MARK: As it comes

private func checkEnvelope(_ bytes: [UInt8]) {
    do throws(CBORError) {
        let envelope = try InAppEnvelope(bytes)
        lawSlice(envelope.encapsulatedKey, of: bytes, "pkEm")
        lawSlice(envelope.recipientKeyHash, of: bytes, "pkRHash")
        lawSlice(envelope.infoHash, of: bytes, "infoHash")
        lawSlice(envelope.cipherText, of: bytes, "data")
        law((try? InAppEnvelope(envelope.encoded)) == envelope, "encoding changed the envelope")
    } catch {
        lawOffset(error, in: bytes[...])
        return
    }
    let opened = try? ResponseOpener.open(envelope: bytes, for: FixedWorld.inAppSession())
    law(opened == nil || opened == sample, "a changed envelope opens to something else")
    let verdict = FixedWorld.verifier.verify(envelope: bytes, for: FixedWorld.inAppSession(), at: FixedWorld.now)
    // The sample was proved for another transcript, so the device's proof must fail even where the envelope opens.
    if case .verified = verdict { law(false, "an answer to another session is verified") }
}

/// The plaintext of the one envelope that was sealed to the fixed key before: a seed.
private let sample = Place.response.plaintext(with: FixedWorld.plainResponse)

// MARK: What anybody can seal

/// Where an input stands.
private enum Place: UInt8, CaseIterable {
    /// It is the plaintext.
    case whole
    /// It is the response in it.
    case response
    /// It follows the genuine response.
    case behind

    func plaintext(with content: [UInt8]) -> [UInt8] {
        guard self != .whole else { return content }
        var writer = CBORWriter()
        writer.map(self == .behind ? 2 : 1)
        writer.text("identity")
        if self == .behind { writer.encoded(FixedWorld.inAppResponse) }
        writer.encoded(content)
        return writer.bytes
    }
}

/// What was sealed comes out, and is a response as far as its plaintext is well-formed. None but the genuine one is verified, and that one
/// whatever else there is.
private func checkSealed(_ content: [UInt8], _ place: Place) {
    let plaintext = place.plaintext(with: content)
    guard let envelope = sealing(plaintext) else { return law(false, "a plaintext cannot be sealed") }
    let opened = try? ResponseOpener.open(envelope: envelope, for: FixedWorld.inAppSession())
    law(opened == plaintext, "something else comes out than was sealed")
    checkPlaintext(plaintext, content, place)
    switch FixedWorld.verifier.verify(envelope: envelope, for: FixedWorld.inAppSession(), at: FixedWorld.now) {
    case .verified(let response):
        law(place == .behind && isMember(content), "an answer is verified that is not the device's to this session")
        FixedWorld.lawElements(response)
    case .mock: law(false, "mock data passes under rules that are not for tests")
    case .refused(let refusal):
        law(place != .behind || !isMember(content), "what follows the genuine answer has it refused: \(refusal.reason)")
    }
}

/// A well-formed envelope, sealed to the merchant's key as every wallet can.
private func sealing(_ plaintext: [UInt8]) -> [UInt8]? {
    let (key, transcript) = (FixedWorld.sessionKey.publicKey, FixedWorld.inAppTranscript)
    guard let sealed = try? ResponseEncryption.seal(plaintext, to: key, transcript: transcript) else { return nil }
    let parameters = CBORValue.textMap([
        "mode": .unsigned(0), "pkEm": .bytes(sealed.encapsulatedKey), "pkRHash": .bytes(InAppEnvelope.keyHash(of: key).array),
        "infoHash": .bytes(transcript.hash),
    ])
    return CBORValue.textMap(["algorithm": .text("APPLE-HPKE-v1"), "params": parameters, "data": .bytes(sealed.cipherText)]).encoded
}

private func checkPlaintext(_ plaintext: [UInt8], _ content: [UInt8], _ place: Place) {
    do throws(CBORError) {
        let response = try InAppEnvelope.deviceResponse(inPlaintext: plaintext)
        lawSlice(response, of: plaintext, "identity")
        law((try? CBORItem(response.bytes)) != nil, "a response that is not one CBOR item")
        switch place {
        case .whole: break
        case .response: law(response.array == content, "another response comes out than was sealed")
        case .behind: law(response.array == FixedWorld.inAppResponse, "what follows the response takes its place")
        }
    } catch {
        lawOffset(error, in: plaintext[...])
        law(place != .behind || !isMember(content), "what follows the response has it unread: \(error)")
    }
}

/// Whether something is one more member of a map that has the response.
private func isMember(_ content: [UInt8]) -> Bool {
    let map: [UInt8] = [0xa1] + content
    guard let item = try? CBORItem(map[...]), case .map(let entries)? = try? item.value(), case .text(let name)? = entries.first?.key else {
        return false
    }
    return name != "identity"
}
