import HybridTransport
import MobileDocument

/// Requests and responses for mobile documents (ISO/IEC TS 18013-7, Annex C) within what the two devices exchange.
enum MobileDocumentTexts {
    /// The two texts of each request, as a broker takes them: an object of exactly these, each as it was received. In the page's order, without those
    /// that lack one.
    ///
    /// A page's object may have further members, which the interface leaves out.
    static func requestData(of request: RemoteCredentialRequest) -> [[UInt8]] {
        request.requests.filter { $0.exchangeProtocol == EncryptionInfo.protocolName }.compactMap { requestData($0.data) }
    }

    private static func requestData(_ data: [UInt8]) -> [UInt8]? {
        guard let texts = members(["deviceRequest", "encryptionInfo"], of: data) else { return nil }
        return Array("{".utf8) + texts.map { Array("\"\($0.name)\":".utf8) + $0.value }.joined(separator: Array(",".utf8)) + Array("}".utf8)
    }

    /// The encrypted response in an answer's data.
    static func response(in data: [UInt8]) -> [UInt8]? {
        guard let text = members(["response"], of: data)?.first?.value.dropFirst().dropLast() else { return nil }
        return Base64URL.decode(String(decoding: text, as: UTF8.self))
    }

    /// An answer with an encrypted response.
    static func credential(_ response: [UInt8]) -> RemoteCredentialResponse {
        .credential(exchangeProtocol: EncryptionInfo.protocolName, data: Array(#"{"response":"\#(Base64URL.encode(response))"}"#.utf8))
    }

    /// Members that are texts, in their quotes; nil unless all are there.
    private static func members(_ names: [String], of data: [UInt8]) -> [(name: String, value: [UInt8])]? {
        var found: [String: [UInt8]] = [:]
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(data)
            try reader.readMembers(Set(names)) { reader, name throws(JSONReader.Malformed) in
                let value = try reader.readEncoded()
                guard value.first == UInt8(ascii: "\"") else { throw reader.malformed }
                found[name] = Array(value)
            }
            try reader.finish()
        } catch { return nil }
        guard found.count == names.count else { return nil }
        return names.map { ($0, found[$0] ?? []) }
    }
}

extension RemoteCredentialRequest {
    /// A page's request for mobile documents.
    init(origin: String, mobileDocumentRequest data: [UInt8]) throws(HybridError) {
        try self.init(origin: origin, requests: [Entry(exchangeProtocol: EncryptionInfo.protocolName, data: data)])
    }
}
