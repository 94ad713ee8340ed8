import HybridTransport

/// Messages of the hybrid transport: a browser's code, and one of each kind that follows.
enum HybridSeeds {
    static let messages: [[UInt8]] = [
        Array(
            "FIDO:/46001380927209638523188893775160672921389757259810635122942867045961697152546070286813682748188964574219980341147162027008060244854598465403879927880166631634480200807428"
                .utf8),
        Capabilities.wallet.encoded,
        [0xa2, 0x01, 0x42, 0xa0, 0x00, 0x03, 0x82, 0x64] + Array("ctap".utf8) + [0x62] + Array("dc".utf8),
        Array(
            #"{"origin":"https://a.example","request":{"digital":{"requests":[{"data":{"deviceRequest":"AA"},"protocol":"org-iso-mdoc"}]}},"requestType":"credential.get"}"#
                .utf8),
        Array(#"{"response":{"digital":{"data":{"protocol":"org-iso-mdoc","data":{"response":"AA"}}}}}"#.utf8),
        Array(#"{"response":{"digital":{"error":"USER_CANCELED"}}}"#.utf8),
        HybridMessage.update([0xa1, 0x00, 0x42, 0x00, 0x00]).bytes,
        [0xa1, 0x00, 0x42, 0x00, 0x00],
        [0xa3, 0x01, 0x48] + [UInt8](repeating: 1, count: 8) + [0x02, 0x50] + [UInt8](repeating: 2, count: 16) + [0x03, 0x63] + Array("dcp".utf8),
    ]

    /// A point of the curve with a tag, a frame's length, an advert's length; and, behind the number of its place, what is truly sealed: a
    /// frame's content with its padding, a message, what an advert says, a client's key and a message for it in both kinds of meeting, what
    /// links devices.
    static let session: [[UInt8]] = [
        [UInt8](repeating: 4, count: 81), [UInt8](repeating: 0, count: 48), [UInt8](repeating: 0, count: 20),
        joined([0], Capabilities.wallet.encoded, [UInt8](repeating: 0, count: 25), [25]), joined([1], Capabilities.wallet.encoded),
        joined([2, 0], [UInt8](repeating: 7, count: 10), [1, 2, 3, 10, 1], [0xa1, 0x01, 0x18, 0x80]),
        joined([3, 0], [UInt8](repeating: 10, count: 32), [0]), joined([3, 1], [UInt8](repeating: 11, count: 32), [0]),
        joined([4], [UInt8](repeating: 12, count: 32), [0], Array("Phone".utf8)),
    ]

    private static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }
}
