import CBOR
import FuzzSupport
import MobileDocument
import RelyingParty

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    checkInfo(bytes)
    checkResponse(bytes)
    return 0
}

private func checkInfo(_ bytes: [UInt8]) {
    do throws(CBORError) {
        let info = try EncryptionInfo(bytes)
        lawSlice(info.nonce, of: bytes, "the nonce")
        law(info.nonce.count >= 16, "a nonce of \(info.nonce.count) bytes")
        law((try? EncryptionInfo(text: Base64URL.encode(bytes))) == info, "the text form reads differently")
        _ = try? info.recipientKey.keyAgreementKey()
    } catch {
        lawOffset(error, in: bytes[...])
    }
}

private func checkResponse(_ bytes: [UInt8]) {
    let sealed: EncryptedResponse
    do throws(CBORError) {
        sealed = try EncryptedResponse(bytes)
    } catch {
        lawOffset(error, in: bytes[...])
        return
    }
    lawSlice(sealed.encapsulatedKey, of: bytes, "enc")
    lawSlice(sealed.cipherText, of: bytes, "cipherText")
    law((try? EncryptedResponse(sealed.encoded)) == sealed, "encoding changed the response")

    let opened = ResponseOpener.open(sealed, for: FixedWorld.session)
    law(opened == nil || opened == FixedWorld.plainResponse, "a changed response opens to something else")
    let verdict = FixedWorld.verifier.verify(
        CredentialResponse(sealed: bytes), for: ClaimedSession(claimed: FixedWorld.session), at: FixedWorld.now)
    if case .verified(let response) = verdict {
        law(opened != nil, "verified, though it does not open")
        FixedWorld.lawElements(response)
    }
}
