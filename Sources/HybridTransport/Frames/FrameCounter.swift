import Crypto

/// The nonces of one direction: a counter of 12 big-endian bytes. Each is given out once.
struct FrameCounter {
    private var value: UInt32 = 0

    /// CTAP ends a session here, long before a nonce could come again.
    private static let end: UInt32 = 1 << 24

    mutating func next() throws(HybridError) -> AES.GCM.Nonce {
        let bytes = [UInt8](repeating: 0, count: 8) + withUnsafeBytes(of: value.bigEndian) { Array($0) }
        guard value < Self.end, let nonce = try? AES.GCM.Nonce(data: bytes) else {
            throw HybridError(.frame, "this session has exchanged as many messages as one may")
        }
        value += 1
        return nonce
    }
}
