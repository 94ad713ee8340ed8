import Crypto

/// Opens the messages of one direction, each once and in the order in which they were sealed, also where this value was copied.
public struct FrameOpener: Sendable {
    private let key: SymmetricKey
    private let counter = FrameCounter()

    init(key: SymmetricKey) { self.key = key }

    /// The key, for vectors.
    package var keyBytes: [UInt8] { key.bytes }

    /// Opens the next frame.
    ///
    /// Only the last byte says how many zeros there are: some clients pad to another length, and what the zeros are is authenticated
    /// anyway.
    ///
    /// - Throws: `hybrid.frame` for one that was altered, is not the next, or was sealed by somebody else.
    public mutating func open(_ frame: [UInt8]) throws(HybridError) -> [UInt8] {
        guard frame.count <= FrameSealer.maximumBytes else { throw HybridError(.frame, "a frame has \(frame.count) bytes, more than one may have") }
        guard frame.count > NoiseState.tagBytes,
            let box = try? AES.GCM.SealedBox(
                nonce: try counter.next(), ciphertext: frame.dropLast(NoiseState.tagBytes), tag: frame.suffix(NoiseState.tagBytes)),
            let padded = try? AES.GCM.open(box, using: key)
        else { throw HybridError(.frame, "a frame does not open: it was altered, or is not the next of this session") }
        guard let zeros = padded.last, Int(zeros) < padded.count else { throw HybridError(.frame, "a frame has more padding than bytes") }
        return [UInt8](padded.dropLast(Int(zeros) + 1))
    }
}

extension FrameOpener: Withheld {
    /// Nothing of the key.
    public var description: String { "frame opener" }
}
