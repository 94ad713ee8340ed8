import Testing

@testable import COSE

@Suite("What is hashed in pieces")
struct PiecesTests {
    private struct Pieces: AuthenticatedContent {
        let pieces: [[UInt8]]

        init(of sizes: [Int]) {
            pieces = sizes.enumerated().map { number, size in (0..<size).map { UInt8(truncatingIfNeeded: number * 31 + $0) } }
        }

        func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
            for piece in pieces { piece.withUnsafeBytes(body) }
        }
    }

    @Test(
        "Pieces that are joined are the same bytes in the same order, whatever their sizes",
        arguments: [
            [], [0], [1], [512], [513], [511, 1], [511, 2], [1, 511, 1], [0, 512, 0], [3, 9, 0, 4000, 7, 7], [512, 512, 512], [600, 600, 1],
            [Int](repeating: 10, count: 200),
        ])
    func joined(sizes: [Int]) {
        let content = Pieces(of: sizes)
        var handedOn: [[UInt8]] = []
        content.withJoinedPieces { handedOn.append(Array($0)) }
        #expect(handedOn.flatMap { $0 } == content.pieces.flatMap { $0 })
        #expect(content.bytes == content.pieces.flatMap { $0 })
        #expect(content.byteCount == sizes.reduce(0, +))
        // Small ones come together: as many as fill the buffer, and at most one more for each large one.
        let large = sizes.count { $0 > 512 }
        #expect(handedOn.count { !$0.isEmpty } <= 2 * large + 1 + sizes.reduce(0, +) / 256)
    }
}
