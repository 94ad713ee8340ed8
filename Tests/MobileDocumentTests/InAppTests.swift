import CBOR
import MobileDocument
import Testing

@Suite("In-app envelope")
struct InAppTests {
    private let point = [0x04] + [UInt8](repeating: 9, count: 64)
    private let keyHash = [UInt8](repeating: 1, count: 32)
    private let infoHash = [UInt8](repeating: 2, count: 32)

    private var parameters: CBORValue {
        .textMap(["mode": .unsigned(0), "pkEm": .bytes(point), "pkRHash": .bytes(keyHash), "infoHash": .bytes(infoHash)])
    }

    private func envelope(_ parameters: CBORValue) -> CBORValue {
        .textMap(["algorithm": .text("APPLE-HPKE-v1"), "params": parameters, "data": .bytes([3])])
    }

    private func decode(_ value: CBORValue) throws -> InAppEnvelope { try InAppEnvelope(value.encoded) }

    @Test("An envelope is read with its parts; unknown members are ignored")
    func whole() throws {
        let decoded = try decode(envelope(parameters.with("new", .null)).with("new", .null))
        #expect(decoded.encapsulatedKey.array == point)
        #expect(decoded.recipientKeyHash.array == keyHash)
        #expect(decoded.infoHash.array == infoHash)
        #expect(decoded.cipherText.array == [3])
    }

    @Test("Every mandatory member of an app's envelope is missed when it is left out")
    func missingMembers() {
        for member in ["algorithm", "params", "data"] { expectCBORError(.missingMember, "\(member)") { _ = try decode(envelope(parameters).without(member)) } }
        for member in ["mode", "pkEm", "pkRHash", "infoHash"] {
            expectCBORError(.missingMember, "\(member)") { _ = try decode(envelope(parameters.without(member))) }
        }
    }

    @Test("Another algorithm, mode or form of key is refused, and so are bytes after the envelope")
    func values() {
        for algorithm in ["ANDROID-HPKE-v1", "APPLE-HPKE-v2", "apple-hpke-v1", "APPLE-HP\u{212a}E-v1", ""] {
            expectCBORError(.invalidValue, "\(algorithm)") { _ = try decode(envelope(parameters).with("algorithm", .text(algorithm))) }
        }
        expectCBORError(.invalidValue, "mode") { _ = try decode(envelope(parameters.with("mode", .unsigned(1)))) }
        for key in [Array(point.dropLast()), [0x02] + point.dropFirst(), []] {
            expectCBORError(.invalidValue, "pkEm") { _ = try decode(envelope(parameters.with("pkEm", .bytes(key)))) }
        }
        for name in ["pkRHash", "infoHash"] {
            for hash in [Array(keyHash.dropLast()), keyHash + [0], []] {
                expectCBORError(.invalidValue, "\(name)") { _ = try decode(envelope(parameters.with(name, .bytes(hash)))) }
            }
        }
        expectCBORError(.trailingBytes) { _ = try InAppEnvelope(envelope(parameters).encoded + [0]) }
    }

    @Test("The plaintext holds the response's bytes as they are under identity")
    func plaintext() throws {
        let response = Fixture.response().encoded
        let plaintext = CBORValue.textMap(["other": .null, "identity": Fixture.response()]).encoded
        #expect(try InAppEnvelope.deviceResponse(inPlaintext: plaintext).array == response)
        expectCBORError(.missingMember) { _ = try InAppEnvelope.deviceResponse(inPlaintext: CBORValue.textMap(["other": .null]).encoded) }
        expectCBORError(.trailingBytes) { _ = try InAppEnvelope.deviceResponse(inPlaintext: plaintext + [0]) }
    }
}
