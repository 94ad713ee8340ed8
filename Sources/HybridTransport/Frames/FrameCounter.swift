import Crypto
import Synchronization

/// The nonces of one direction: a counter of 12 big-endian bytes. Each is given out once, to whichever copy of its owner asks.
final class FrameCounter: Sendable {
    private let value = Mutex<UInt32>(0)

    /// CTAP ends a session here, long before a nonce could come again.
    private static let end: UInt32 = 1 << 24

    func next() throws(HybridError) -> AES.GCM.Nonce {
        let number = value.withLock { value -> UInt32? in
            guard value < Self.end else { return nil }
            defer { value += 1 }
            return value
        }
        guard let number,
            let nonce = try? AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 8) + withUnsafeBytes(of: number.bigEndian) { Array($0) })
        else { throw HybridError(.frame, "this session has exchanged as many messages as one may") }
        return nonce
    }
}
