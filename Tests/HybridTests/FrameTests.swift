import Crypto
import HybridTransport
import Testing
import VectorSupport

@Suite("Frames")
struct FrameTests {
    /// A client and an authenticator after their handshake.
    private func sessions() throws -> (client: SessionKeys, authenticator: SessionKeys) { try Handshakes.finished() }

    @Test("The frames of the vectors are sealed and opened")
    func vectors() throws {
        let fixed = FixedExchange()
        var (client, authenticator) = try Handshakes.fixed()
        #expect(try authenticator.sealer.seal(fixed.capabilities) == fixed.capabilitiesFrame)
        let response = HybridMessage.credentials(Array(fixed.response.utf8))
        #expect(try authenticator.sealer.seal(response.bytes) == fixed.responseFrame)
        #expect(try client.opener.open(fixed.capabilitiesFrame) == fixed.capabilities)
        #expect(try HybridMessage(client.opener.open(fixed.responseFrame)) == response)
    }

    @Test("Messages of every length survive, and their lengths are hidden in steps of 32")
    func lengths() throws {
        var (client, authenticator) = try sessions()
        for count in 0...130 {
            let message = [UInt8](repeating: 7, count: count)
            let frame = try client.sealer.seal(message)
            #expect(frame.count == (count / 32 + 1) * 32 + 16)
            #expect(try authenticator.opener.open(frame) == message)
        }
    }

    @Test("A frame that is repeated, left out, out of order, altered or of the other direction is refused")
    func order() throws {
        let refused = HybridError(.frame, "")
        func fresh() throws -> (frames: [[UInt8]], opener: FrameOpener, own: FrameOpener) {
            var (client, authenticator) = try sessions()
            return (try (0..<3).map { try client.sealer.seal([UInt8($0)]) }, authenticator.opener, client.opener)
        }
        var (frames, opener, own) = try fresh()
        #expect(try opener.open(frames[0]) == [0])
        #expect(throws: refused) { try opener.open(frames[0]) }
        (frames, opener, own) = try fresh()
        #expect(throws: refused) { try opener.open(frames[1]) }
        (frames, opener, own) = try fresh()
        #expect(throws: refused) { try own.open(frames[0]) }
        for index in frames[0].indices {
            (frames, opener, own) = try fresh()
            frames[0][index] ^= 1
            #expect(throws: refused) { try opener.open(frames[0]) }
        }
        for count in [0, 1, 15, 16, 17] {
            (frames, opener, own) = try fresh()
            #expect(throws: refused) { try opener.open(Array(frames[0].prefix(count))) }
        }
    }

    @Test("A side's keys that are copied go on where the others are: nothing is sealed by the same nonce, and nothing opens twice")
    func copies() throws {
        var (client, authenticator) = try sessions()
        var (sealing, opening) = (client, authenticator)
        let frames = [try client.sealer.seal([1]), try sealing.sealer.seal([1]), try client.sealer.seal([1])]
        #expect(Set(frames).count == 3)
        #expect(try opening.opener.open(frames[0]) == [1])
        #expect(try authenticator.opener.open(frames[1]) == [1])
        #expect(throws: HybridError(.frame, "")) { try opening.opener.open(frames[1]) }
    }

    @Test("Padding is believed as far as there are bytes, whichever way the other side pads")
    func padding() throws {
        func open(_ plain: [UInt8]) throws -> [UInt8] {
            var (client, authenticator) = try sessions()
            let key = SymmetricKey(data: client.sealer.keyBytes)
            let box = try AES.GCM.seal(plain, using: key, nonce: AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)))
            defer { client = authenticator }
            return try authenticator.opener.open([UInt8](box.ciphertext) + [UInt8](box.tag))
        }
        #expect(try open([3, 1, 2, 0]) == [3, 1, 2])
        #expect(try open([3, 9, 9, 2]) == [3])
        #expect(try open([0]) == [])
        #expect(throws: HybridError(.frame, "")) { try open([3, 4]) }
        #expect(throws: HybridError(.frame, "")) { try open([255]) }
    }

    @Test("A message that no tunnel carries is not sealed, and a longer frame not opened")
    func size() throws {
        var (client, authenticator) = try sessions()
        let largest = FrameSealer.maximumBytes - 32 - 1
        #expect(FrameSealer.longestMessage == largest)
        let frame = try client.sealer.seal([UInt8](repeating: 1, count: largest))
        #expect(frame.count == FrameSealer.maximumBytes - 16)
        #expect(try authenticator.opener.open(frame).count == largest)
        #expect(throws: HybridError(.tooLong, "")) { try client.sealer.seal([UInt8](repeating: 1, count: largest + 1)) }
        #expect(throws: HybridError(.frame, "")) { try authenticator.opener.open(frame + [UInt8](repeating: 0, count: 17)) }
    }

    @Test("Keys are not printed")
    func secrecy() throws {
        let keys = try Handshakes.fixed().client
        let text = printed(keys) + printed(keys.sealer) + printed(keys.opener)
        #expect(!text.contains("67, 222") && !text.contains("43de83a2") && !text.contains("SymmetricKey"))
    }
}
