import CBOR
import Crypto
import DocumentTrust
import MobileDocument
public import PresentmentRequest

/// Reads a request of a website and gives the part of it that may be known before consent.
///
/// The same reading is done twice: in the sandboxed parser, for the broker, and in the provider, to compare. The order is that of
/// the checks: what says who is asking, then form, then signatures over bytes that are not read yet, and what is asked at last. A
/// signature that does not verify is left out; a request that claims some is refused if none verifies and each is known to be wrong.
public enum RequestExtraction {
    /// Extracts the partial request.
    ///
    /// - Parameters:
    ///   - requestData: the JSON object with `deviceRequest` and `encryptionInfo`, as the page passed it.
    ///   - origin: the page, as the user agent vouches for it, in its ASCII serialization.
    public static func partialRequest(from requestData: [UInt8], origin: String) throws(RequestRefusal) -> PartialRequest {
        guard requestData.count <= ParserInput.maximumDataBytes else {
            throw RequestRefusal(
                .tooLarge, "the data has \(requestData.count) bytes, at most \(ParserInput.maximumDataBytes) are accepted")
        }
        let page = try secureOrigin(origin)
        let data = try RequestData(requestData)
        let encryptionInfo = try decode(data.encryptionInfo, "encryptionInfo")
        let deviceRequest = try decode(data.deviceRequest, "deviceRequest")
        try checkEncryptionInfo(encryptionInfo)
        let envelope = try envelope(of: deviceRequest)
        let transcript = SessionTranscript(.annexC(encryptionInfo: data.encryptionInfo, origin: page))
        let readers = try verifiedSignatures(of: envelope, transcript: transcript)
        let request = try items(of: envelope)
        do {
            return try PartialRequest(
                origin: origin, documentRequests: documentRequests(request), presentments: presentments(request),
                authentications: authentications(readers), deviceRequestDigest: RequestDigest(SHA256.hash(data: deviceRequest)),
                encryptionInfoDigest: RequestDigest(SHA256.hash(data: Array(data.encryptionInfo.utf8))))
        } catch {
            throw RequestRefusal(.bounds, error.description)
        }
    }

    // MARK: Who asks

    private static func secureOrigin(_ text: String) throws(RequestRefusal) -> Origin {
        let origin: Origin
        do { origin = try Origin(text) } catch { throw RequestRefusal(.origin, "the page has no web origin") }
        // The transcript takes the origin's characters: another spelling would be another session.
        guard origin.serialized == text else { throw RequestRefusal(.origin, "the origin is not in its serialized form") }
        guard origin.isSecure else {
            throw RequestRefusal(.insecureOrigin, "the page was delivered over http; https is needed")
        }
        return origin
    }

    // MARK: Form

    private static func decode(_ text: String, _ name: StaticString) throws(RequestRefusal) -> [UInt8] {
        guard let bytes = Base64URL.decode(text) else {
            throw RequestRefusal(.base64url, "\(name) is not base64url without padding")
        }
        do throws(CBORError) {
            var reader = try CBORReader(bytes)
            try reader.skip()
            try reader.finish()
        } catch {
            throw refusal(error, in: name, else: .cbor)
        }
        return bytes
    }

    private static func checkEncryptionInfo(_ bytes: [UInt8]) throws(RequestRefusal) {
        let info: EncryptionInfo
        do throws(CBORError) {
            info = try EncryptionInfo(bytes)
        } catch {
            throw refusal(error, in: "encryptionInfo", else: .encryptionInfo)
        }
        do { _ = try info.recipientKey.keyAgreementKey() } catch {
            throw RequestRefusal(.encryptionInfo, "the answer cannot be encrypted to the recipient's key: \(error)")
        }
    }

    private static func envelope(of bytes: [UInt8]) throws(RequestRefusal) -> DeviceRequestEnvelope {
        do throws(CBORError) {
            return try DeviceRequestEnvelope(bytes)
        } catch {
            throw refusal(error, in: "deviceRequest", else: .deviceRequest)
        }
    }

    // MARK: Signatures

    private static func verifiedSignatures(
        of envelope: DeviceRequestEnvelope, transcript: SessionTranscript
    ) throws(RequestRefusal) -> [ClaimedReaderSignature] {
        let claimed = ClaimedReaderSignature.all(of: envelope, transcript: transcript)
        var verified: [ClaimedReaderSignature] = []
        var firstReason: String?
        var isUndecided = false
        for signature in claimed {
            switch signature.proof() {
            case .verified: verified.append(signature)
            case .undecided: isUndecided = true
            case .invalid(_, let reason): firstReason = firstReason ?? reason
            }
        }
        guard claimed.isEmpty || isUndecided || !verified.isEmpty else {
            throw RequestRefusal(
                .readerSignature, "none of \(claimed.count) signatures verifies; of the first: \(firstReason ?? "")")
        }
        return verified
    }

    // MARK: What is asked

    private static func items(of envelope: DeviceRequestEnvelope) throws(RequestRefusal) -> DeviceRequest {
        for docRequest in envelope.docRequests {
            do throws(CBORError) {
                var reader = try docRequest.encodedItemsRequest.reader()
                try reader.skip()
                try reader.finish()
            } catch {
                throw refusal(error, in: "itemsRequest", else: .itemsRequest)
            }
        }
        let request: DeviceRequest
        do throws(CBORError) {
            request = try DeviceRequest(envelope)
        } catch {
            throw refusal(error, in: "itemsRequest", else: .itemsRequest)
        }
        if let element = request.docRequests.lazy.compactMap(\.itemsRequest.firstForbidden).first {
            throw RequestRefusal(.forbiddenElement, "\(element) must not be asked for")
        }
        return request
    }

    /// Code of a fault: a key that stands twice has one of its own, a wrong structure `structure`, and the rest is no CBOR.
    private static func refusal(_ error: CBORError, in name: StaticString, else structure: RequestRefusal.Code) -> RequestRefusal {
        let code: RequestRefusal.Code =
            switch error.code {
            case .duplicateKey: .duplicateKey
            case .unexpectedType, .missingMember, .unexpectedMember, .invalidValue, .unsupportedKey: structure
            default: structure == .itemsRequest ? .itemsRequest : .cbor
            }
        return RequestRefusal(code, "\(name): \(error)")
    }
}
