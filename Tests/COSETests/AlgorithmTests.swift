import CBOR
import COSE
import Crypto
import Testing

@Suite("Algorithms")
struct AlgorithmTests {
    @Test("The allow-list is exactly the algorithms of ISO/IEC 18013-5 that swift-crypto can compute")
    func allowList() {
        #expect(Set(COSEAlgorithm.allCases.map(\.rawValue)) == [-7, -35, -36, -8, -9, -51, -52, -19, 5])
        #expect(COSEAlgorithm.allCases.filter { $0.curve == nil } == [.hmac256])
    }

    @Test("An algorithm verifies with a key on its own curve and with no other", arguments: COSEAlgorithm.allCases, EllipticCurve.allCases)
    func curves(algorithm: COSEAlgorithm, curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: algorithm.rawValue), key: key)
        if algorithm.curve == curve {
            #expect(throws: Never.self) { try sign1.verify(with: key.verificationKey) }
        } else {
            #expect(throws: COSEFault.algorithmKeyMismatch(algorithm: algorithm.name, key: curve.name)) {
                try sign1.verify(with: key.verificationKey)
            }
        }
    }

    @Test("A protected header of three bytes is read as one that says the same in more", arguments: UInt8.min...UInt8.max)
    func shortHeader(third: UInt8) {
        func algorithm(_ protected: [UInt8]) -> Result<Int64?, CBORError> {
            do throws(CBORError) {
                var reader = try CBORReader(CBORValue.array([.bytes(protected), .map([])]).encoded.dropFirst()[...])
                return .success(try COSEHeaders(from: &reader).algorithm)
            } catch { return .failure(error) }
        }
        // The label once in one byte, and once in two.
        let (short, long) = (algorithm([0xa1, 0x01, third]), algorithm([0xa1, 0x18, 0x01, third]))
        switch (short, long) {
        case (.success(let short), .success(let long)): #expect(short == long)
        case (.failure(let short), .failure(let long)): #expect(short.code == long.code)
        default: Issue.record("only one of them can be read")
        }
    }

    @Test(
        "A number outside the allow-list is refused",
        arguments: [Int64.min, -65535, -259, -257, -47, -39, -37, -18, -6, 0, 1, 4, 6, 7, 14, .max])
    func notAllowed(number: Int64) throws {
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: number))
        #expect(throws: COSEFault.algorithmNotAllowed(number)) { try sign1.verify(with: TestKey.p256.verificationKey) }
        #expect(throws: COSEFault.algorithmNotAllowed(number)) { try sign1.headers.allowedAlgorithm() }
    }

    @Test(
        "An algorithm of the standard that cannot be computed here is unsupported by name, which is not invalid",
        arguments: [
            (-53, "Ed448"), (-265, "ESB256 (brainpoolP256r1)"), (-266, "ESB320 (brainpoolP320r1)"), (-267, "ESB384 (brainpoolP384r1)"),
            (-268, "ESB512 (brainpoolP512r1)"),
        ] as [(Int64, String)])
    func unsupported(number: Int64, name: String) throws {
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: number))
        #expect(throws: COSEFault.algorithmUnsupported(name)) { try sign1.verify(with: TestKey.p256.verificationKey) }
        #expect(COSEAlgorithm.unsupportedName(number) == name)
        #expect(COSEAlgorithm.unsupportedName(-7) == nil)
    }

    @Test("The algorithm is judged before the signature is looked at, so a bad one is named as such")
    func refusalBeforeMathematics() throws {
        for (number, fault) in [
            (-999, COSEFault.algorithmNotAllowed(-999)), (-265, .algorithmUnsupported("ESB256 (brainpoolP256r1)")),
            (-35, .algorithmKeyMismatch(algorithm: "ES384", key: "P-256")), (5, .algorithmKeyMismatch(algorithm: "HMAC 256/256", key: "P-256")),
        ] as [(Int64, COSEFault)] {
            let sign1 = try COSEFixture.decode(COSEFixture.structure(protected: COSEFixture.header(algorithm: number), last: []))
            #expect(throws: fault) { try sign1.verify(with: TestKey.p256.verificationKey) }
        }
    }

    @Test("No algorithm in either header is missing, one in the unprotected header only is unprotected")
    func whereTheAlgorithmStands() throws {
        let key = TestKey.p256.verificationKey
        let missing = try COSEFixture.sign1(protected: [])
        #expect(throws: COSEFault.algorithmMissing) { try missing.verify(with: key) }
        let emptyMap = try COSEFixture.sign1(protected: [0xa0])
        #expect(throws: COSEFault.algorithmMissing) { try emptyMap.verify(with: key) }
        let unprotected = try COSEFixture.sign1(protected: [], unprotected: [(.integer(1), .integer(-7))])
        #expect(throws: COSEFault.algorithmUnprotected) { try unprotected.verify(with: key) }
        let both = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7), unprotected: [(.integer(1), .integer(-7))])
        #expect(throws: COSEFault.labelInBothHeaders(1)) { try both.verify(with: key) }
    }

    @Test("An algorithm written as text is none")
    func textAlgorithm() throws {
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: nil, [(.integer(1), .text("ES256"))]))
        #expect(throws: COSEFault.algorithmMissing) { try sign1.verify(with: TestKey.p256.verificationKey) }
    }

    @Test("Signers emit only the widely known numbers", arguments: zip(EllipticCurve.allCases, [COSEAlgorithm.es256, .es384, .es512, .edDSA]))
    func emitted(curve: EllipticCurve, algorithm: COSEAlgorithm) {
        #expect(TestKey.on(curve).algorithm == algorithm)
        #expect(SigningKey.generate(curve).verificationKey.curve == curve)
    }
}
