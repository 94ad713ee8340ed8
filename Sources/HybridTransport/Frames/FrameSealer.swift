import Crypto

/// Seals the messages of one direction (CTAP 2.2, 11.5.1.4): AES-256-GCM over the message and zeros that hide its length. Copies go on
/// where the others are, so that no nonce is used twice.
public struct FrameSealer: Sendable {
    private let key: SymmetricKey
    private let counter = FrameCounter()

    /// Longest frame, tag included.
    public static let maximumBytes = 1 << 20
    static let blockBytes = 32
    /// Longest message that a frame holds: it is padded with at least one byte, to whole blocks.
    public static let longestMessage = (maximumBytes - NoiseState.tagBytes) / blockBytes * blockBytes - 1

    init(key: SymmetricKey) { self.key = key }

    /// The key, for vectors.
    package var keyBytes: [UInt8] { key.bytes }

    /// Finds out whether a frame holds a message.
    ///
    /// - Throws: `hybrid.too-long` if it is longer than that.
    static func check(_ message: [UInt8]) throws(HybridError) {
        guard message.count <= longestMessage else {
            throw HybridError(.tooLong, "a message of \(message.count) bytes is more than the tunnel carries at once; send less")
        }
    }

    /// Seals the next message.
    ///
    /// - Throws: `hybrid.too-long` if it is longer than a frame holds.
    public mutating func seal(_ message: [UInt8]) throws(HybridError) -> [UInt8] {
        try Self.check(message)
        let zeros = Self.blockBytes - message.count % Self.blockBytes - 1
        let padded = message + [UInt8](repeating: 0, count: zeros) + [UInt8(zeros)]
        guard let box = try? AES.GCM.seal(padded, using: key, nonce: try counter.next()) else {
            throw HybridError(.frame, "a message cannot be sealed")
        }
        return [UInt8](box.ciphertext) + [UInt8](box.tag)
    }
}

extension FrameSealer: Withheld {
    /// Nothing of the key.
    public var description: String { "frame sealer" }
}
