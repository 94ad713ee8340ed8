import CBOR
@testable import COSE
import Crypto
import Testing
import VectorSupport

@Suite("Headers")
struct HeaderTests {
    private let key = TestKey.p256.verificationKey

    // MARK: crit

    @Test("A critical header that is understood is accepted", arguments: [[1], [33], [34], [1, 33]] as [[Int64]])
    func understoodCritical(labels: [Int64]) throws {
        let sign1 = try COSEFixture.sign1(
            protected: COSEFixture.header(algorithm: -7, [(.integer(2), .array(labels.map { .integer($0) }))]))
        #expect(throws: Never.self) { try sign1.verify(with: key) }
    }

    @Test(
        "A critical header that is not understood, or an empty list of them, is refused",
        arguments: [[.integer(99)], [.integer(1), .integer(3)], [.text("x")], []] as [[CBORValue]])
    func unknownCritical(labels: [CBORValue]) throws {
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7, [(.integer(2), .array(labels))]))
        #expect(throws: COSEFault.criticalHeader) { try sign1.verify(with: key) }
    }

    @Test("A list of critical headers in the unprotected header is refused, whatever it lists")
    func unprotectedCritical() throws {
        let sign1 = try COSEFixture.sign1(
            protected: COSEFixture.header(algorithm: -7), unprotected: [(.integer(2), .array([.integer(1)]))])
        #expect(throws: COSEFault.criticalHeader) { try sign1.verify(with: key) }
    }

    // MARK: Both headers

    @Test("A label in both headers is refused", arguments: [4, 16, 33, 99, -70000] as [Int64])
    func labelInBothHeaders(label: Int64) throws {
        let value: CBORValue = label == 33 ? .bytes([1]) : .text("x")
        let sign1 = try COSEFixture.sign1(
            protected: COSEFixture.header(algorithm: -7, [(.integer(label), value)]), unprotected: [(.integer(label), value)])
        #expect(throws: COSEFault.labelInBothHeaders(label)) { try sign1.verify(with: key) }
    }

    @Test("A text label in both headers is refused too")
    func textLabelInBothHeaders() throws {
        let sign1 = try COSEFixture.sign1(
            protected: COSEFixture.header(algorithm: -7, [(.text("x"), .null)]), unprotected: [(.text("x"), .null)])
        #expect(throws: COSEFault.textLabelInBothHeaders) { try sign1.verify(with: key) }
    }

    @Test("Of several labels in both headers the least integer is named", arguments: [
        ([(.text("x"), .null), (.integer(99), .null)], 99), ([(.integer(99), .null), (.integer(-5), .null)], -5),
        ([(.integer(16), .text("t")), (.integer(99), .null)], 16),
    ] as [([(CBORValue, CBORValue)], Int64)])
    func severalLabelsInBothHeaders(labels: [(CBORValue, CBORValue)], least: Int64) throws {
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7, labels), unprotected: labels)
        #expect(throws: COSEFault.labelInBothHeaders(least)) { try sign1.verify(with: key) }
    }

    @Test("Labels of one header only, known or not, are no fault")
    func labelsInOneHeader() throws {
        let sign1 = try COSEFixture.sign1(
            protected: COSEFixture.header(algorithm: -7, [(.integer(3), .unsigned(0)), (.text("x"), .null)]),
            unprotected: [(.integer(4), .bytes([1])), (.integer(99), .null), (.text("y"), .undefined)])
        #expect(throws: Never.self) { try sign1.verify(with: key) }
    }

    // MARK: x5chain

    @Test(
        "The certificate chain is read in each of its shapes",
        arguments: [
            (.bytes([1, 2]), [[1, 2]], false), (.array([.bytes([1, 2])]), [[1, 2]], true),
            (.array([.bytes([1, 2]), .bytes([3])]), [[1, 2], [3]], false), (.array([]), [], false),
        ] as [(CBORValue, [[UInt8]], Bool)])
    func chainShapes(value: CBORValue, chain: [[UInt8]], isArrayOfOne: Bool) throws {
        for isProtected in [false, true] {
            let entry: [(CBORValue, CBORValue)] = [(.integer(33), value)]
            let headers = try COSEFixture.sign1(
                protected: COSEFixture.header(algorithm: -7, isProtected ? entry : []), unprotected: isProtected ? [] : entry
            ).headers
            #expect(headers.certificateChain.map(\.array) == chain)
            #expect(headers.chainIsArrayOfOne == isArrayOfOne)
            #expect(headers.chainIsProtected == isProtected)
        }
    }

    @Test("Without a chain there are no certificates")
    func noChain() throws {
        let headers = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7)).headers
        #expect(headers.certificateChain.isEmpty)
        #expect(!headers.chainIsProtected)
        #expect(!headers.chainIsArrayOfOne)
    }

    @Test("A chain of eight certificates is read, one of nine refused")
    func chainLength() throws {
        let certificate = CBORValue.bytes([1])
        func decode(_ count: Int) throws -> COSEHeaders {
            try COSEFixture.sign1(
                protected: COSEFixture.header(algorithm: -7),
                unprotected: [(.integer(33), .array(Array(repeating: certificate, count: count)))]
            ).headers
        }
        #expect(try decode(8).certificateChain.count == 8)
        let error = #expect(throws: CBORError.self) { _ = try decode(9) }
        #expect(error?.code == .invalidValue)
    }

    @Test("A chain of anything but byte strings is refused", arguments: [.null, .text("x"), .array([.text("x")]), .array([.array([])]), .map([])] as [CBORValue])
    func chainTypes(value: CBORValue) {
        let error = #expect(throws: CBORError.self) {
            _ = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7), unprotected: [(.integer(33), value)])
        }
        #expect(error?.code == .unexpectedType)
    }

    // MARK: x5t, type

    @Test("The certificate's thumbprint is taken from the protected header only")
    func thumbprint() throws {
        let value = CBORValue.array([.integer(-16), .bytes([9, 9])])
        let signed = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7, [(.integer(34), value)]))
        #expect(signed.headers.thumbprint?.hashAlgorithm == -16)
        #expect(signed.headers.thumbprint?.hash.array == [9, 9])
        let unsigned = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7), unprotected: [(.integer(34), value)])
        #expect(unsigned.headers.thumbprint == nil)
    }

    @Test("A thumbprint of another shape is refused", arguments: [.bytes([1]), .array([.integer(-16)]), .array([.integer(-16), .text("x")])] as [CBORValue])
    func thumbprintShape(value: CBORValue) {
        #expect(throws: CBORError.self) {
            _ = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7, [(.integer(34), value)]))
        }
    }

    @Test("The type is the text of label 16 in the protected header")
    func type() throws {
        let signed = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7, [(.integer(16), .text("application/statuslist+cwt"))]))
        #expect(signed.headers.type == "application/statuslist+cwt")
        let unsigned = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7), unprotected: [(.integer(16), .text("x"))])
        #expect(unsigned.headers.type == nil)
        let number = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7, [(.integer(16), .unsigned(50))]))
        #expect(number.headers.type == nil)
    }

    // MARK: Encoding

    @Test("The protected header enters the signed structure as received, also when its heads are longer than needed")
    func protectedAsReceived() throws {
        let sign1 = try COSEFixture.sign1(protected: Hex.bytes("b801 1801 3806"))
        #expect(sign1.headers.algorithm == -7)
        #expect(throws: Never.self) { try sign1.verify(with: key) }
    }

    @Test("An empty map in the protected header counts as an empty byte string")
    func emptyProtected() throws {
        for (protected, expected) in [([0xa0], []), ([], []), ([0xa1, 0x01, 0x26], [0xa1, 0x01, 0x26])] as [([UInt8], [UInt8])] {
            let headers = try COSEFixture.sign1(protected: protected).headers
            #expect(Array(headers.signedProtected) == expected)
        }
    }

    @Test(
        "A protected header that is not exactly one map is refused",
        arguments: [
            ("80", CBORError.Code.unexpectedType), ("a1 01 26 00", .trailingBytes), ("a1 01", .truncated), ("a2 01 26 01 26", .duplicateKey),
            ("bf 01 26 ff", .indefiniteLength), ("a2 01 26 1801 26", .duplicateKey), ("f6", .unexpectedType),
        ])
    func malformedProtected(hex: String, code: CBORError.Code) {
        let bytes = COSEFixture.structure(protected: Hex.bytes(hex), last: [])
        let error = #expect(throws: CBORError.self) { _ = try COSEFixture.decode(bytes) }
        #expect(error?.code == code)
    }

    @Test("A duplicate label in the unprotected header is refused")
    func duplicateUnprotected() {
        let bytes = COSEFixture.structure(
            protected: [], unprotected: [(.integer(4), .null), (.integer(4), .null)], last: [])
        let error = #expect(throws: CBORError.self) { _ = try COSEFixture.decode(bytes) }
        #expect(error?.code == .duplicateKey)
    }
}
