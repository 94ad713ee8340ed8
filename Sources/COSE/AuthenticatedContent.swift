import CBOR

/// What is signed or authenticated, handed on in the pieces in which it lies, so that nothing is copied to be hashed.
package protocol AuthenticatedContent {
    /// Hands on its pieces, one behind the other.
    func withPieces(_ body: (UnsafeRawBufferPointer) -> Void)

    /// How many bytes it has.
    var byteCount: Int { get }
}

extension AuthenticatedContent {
    /// Hands on its pieces, small ones joined: a hash takes one piece of some hundred bytes faster than ten of ten.
    func withJoinedPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
            var filled = 0
            withPieces { piece in
                if piece.count > buffer.count - filled {
                    body(UnsafeRawBufferPointer(rebasing: buffer.prefix(filled)))
                    filled = 0
                }
                guard piece.count <= buffer.count else { return body(piece) }
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: piece)
                filled += piece.count
            }
            body(UnsafeRawBufferPointer(rebasing: buffer.prefix(filled)))
        }
    }

    /// How many bytes it has.
    package var byteCount: Int {
        var count = 0
        withPieces { count += $0.count }
        return count
    }

    /// All of it in one buffer.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        withPieces { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Whether it is these very bytes.
    func isSame(as other: ByteSlice) -> Bool {
        guard byteCount == other.count else { return false }
        var rest = other.bytes
        var isSame = true
        withPieces { piece in
            isSame = isSame && piece.elementsEqual(rest.prefix(piece.count))
            rest = rest.dropFirst(piece.count)
        }
        return isSame
    }
}

extension ArraySlice<UInt8>: AuthenticatedContent {
    package func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) { withUnsafeBytes(body) }

    package var byteCount: Int { count }
}
