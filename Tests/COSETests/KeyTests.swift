import CBOR
import COSE
import Crypto
import Foundation
import Testing
import VectorSupport

@Suite("COSE_Key")
struct KeyTests {
    private let x = Hex.bytes("60e3392385041f51403051f2415531cb56dd3f999c71687013aac6768bc8187e")
    private let y = Hex.bytes("e58deb8fdbe907f7dd5368245551a34796f7d2215c440c339bb0f7b67beccdfa")

    private func ec2(_ curve: Int64, _ x: [UInt8], _ y: CBORValue?) throws(CBORError) -> COSEKey {
        var entries: [(Int64, CBORValue)] = [(1, .unsigned(2)), (-1, .integer(curve)), (-2, .bytes(x))]
        if let y { entries.append((-3, y)) }
        return try COSEFixture.key(entries)
    }

    // MARK: Round trip

    @Test("A key of each curve is written, read and the same key", arguments: EllipticCurve.allCases)
    func roundTrip(curve: EllipticCurve) throws {
        let key = TestKey.on(curve).verificationKey
        var writer = CBORWriter()
        key.coseKey.write(to: &writer)
        let again = try COSEFixture.key(writer.bytes)
        #expect(again == key.coseKey)
        #expect(again.curve == curve)
        #expect(again.x.count == curve.coordinateBytes)
        let signature = ByteSlice(try TestKey.on(curve).signature(over: [1]))
        #expect(throws: Never.self) { try again.verificationKey().verify(signature, over: [1], algorithm: TestKey.on(curve).algorithm) }
    }

    @Test("A key is written in the order of the standard's examples: 1, -1, -2, -3")
    func order() throws {
        var writer = CBORWriter()
        try ec2(1, x, .bytes(y)).write(to: &writer)
        #expect(Hex.text(writer.bytes) == "a4010220012158" + "20" + Hex.text(x) + "225820" + Hex.text(y))
        var okp = CBORWriter()
        TestKey.ed25519.verificationKey.coseKey.write(to: &okp)
        #expect(Hex.text(okp.bytes.prefix(8)) == "a301012006215820")
    }

    @Test("A key made of an ECDH key is the same key")
    func keyAgreement() throws {
        let key = try P256.KeyAgreement.PublicKey(x963Representation: [4] + x + y)
        #expect(COSEKey(key) == (try ec2(1, x, .bytes(y))))
        #expect(try COSEKey(key).keyAgreementKey().x963Representation == key.x963Representation)
    }

    // MARK: Members

    @Test("Each missing label is named as missing", arguments: [1, -1, -2, -3] as [Int64])
    func missing(label: Int64) {
        let whole: [(Int64, CBORValue)] = [(1, .unsigned(2)), (-1, .unsigned(1)), (-2, .bytes(x)), (-3, .bytes(y))]
        #expect(throws: CBORError(.missingMember, at: 0, "")) { _ = try COSEFixture.key(whole.filter { $0.0 != label }) }
        #expect(throws: Never.self) { _ = try COSEFixture.key(whole) }
    }

    @Test("A key that is not EC2 or OKP is refused", arguments: [0, 3, 4, -1, 99] as [Int64])
    func keyTypes(type: Int64) {
        #expect(throws: CBORError(.invalidValue, at: 0, "")) {
            _ = try COSEFixture.key([(1, .integer(type)), (-1, .unsigned(1)), (-2, .bytes(x)), (-3, .bytes(y))])
        }
    }

    @Test("Labels that nobody should send, such as kid, alg and key_ops, are ignored in any order")
    func extraLabels() throws {
        let key = try COSEFixture.key([
            (2, .bytes([1])), (-3, .bytes(y)), (3, .integer(-7)), (-2, .bytes(x)), (4, .array([.unsigned(1)])), (-1, .unsigned(1)), (1, .unsigned(2)),
            (-70_000, .map([])),
        ])
        #expect(key == (try ec2(1, x, .bytes(y))))
    }

    @Test("A duplicate label is refused")
    func duplicateLabel() {
        let error = #expect(throws: CBORError.self) {
            _ = try COSEFixture.key([(1, .unsigned(2)), (-1, .unsigned(1)), (-2, .bytes(x)), (-3, .bytes(y)), (-2, .bytes(x))])
        }
        #expect(error?.code == .duplicateKey)
    }

    @Test("Labels turned into text by a JSON library do not make a key")
    func textLabels() {
        let bytes = CBORValue.textMap(["1": .unsigned(2), "-1": .unsigned(1), "-2": .bytes(x), "-3": .bytes(y)]).encoded
        #expect(throws: CBORError.self) { _ = try COSEFixture.key(bytes) }
    }

    @Test("A key with a member of a wrong type is refused", arguments: [(1, .text("EC2")), (-1, .text("P-256")), (-2, .text("x")), (-2, .null), (-3, .null), (-3, .unsigned(1))] as [(Int64, CBORValue)])
    func memberTypes(label: Int64, value: CBORValue) {
        let whole: [(Int64, CBORValue)] = [(1, .unsigned(2)), (-1, .unsigned(1)), (-2, .bytes(x)), (-3, .bytes(y))]
        let error = #expect(throws: CBORError.self) { _ = try COSEFixture.key(whole.map { $0.0 == label ? (label, value) : $0 }) }
        #expect(error?.code == .unexpectedType)
    }

    // MARK: Points

    @Test("A point that is not on the curve is refused", arguments: [EllipticCurve.p256, .p384, .p521])
    func offTheCurve(curve: EllipticCurve) throws {
        let good = TestKey.on(curve).verificationKey.coseKey
        guard case .coordinate(let y) = good.y else { Issue.record("no y"); return }
        var bad = y.array
        bad[bad.count - 1] ^= 1
        #expect(throws: Never.self) { _ = try ec2(curve.rawValue, good.x.array, .bytes(y.array)).verificationKey() }
        #expect(throws: COSEFault.keyInvalid) { _ = try ec2(curve.rawValue, good.x.array, .bytes(bad)).verificationKey() }
        let zero = [UInt8](repeating: 0, count: curve.coordinateBytes)
        #expect(throws: COSEFault.keyInvalid) { _ = try ec2(curve.rawValue, zero, .bytes(zero)).verificationKey() }
    }

    @Test("A point off the curve is refused for key agreement too")
    func offTheCurveAgreement() throws {
        var bad = y
        bad[31] ^= 1
        #expect(throws: COSEFault.keyInvalid) { _ = try ec2(1, x, .bytes(bad)).keyAgreementKey() }
    }

    @Test("A coordinate of any other length than the field's is refused", arguments: EllipticCurve.allCases)
    func coordinateLengths(curve: EllipticCurve) throws {
        let good = TestKey.on(curve).verificationKey.coseKey
        func key(_ x: [UInt8], _ y: [UInt8]?) throws -> COSEKey {
            var entries: [(Int64, CBORValue)] = [(1, .integer(curve.keyType)), (-1, .integer(curve.rawValue)), (-2, .bytes(x))]
            if let y { entries.append((-3, .bytes(y))) }
            return try COSEFixture.key(entries)
        }
        var y: [UInt8]?
        if case .coordinate(let slice) = good.y { y = slice.array }
        let x = good.x.array
        for wrong in [Array(x.dropFirst()), [0] + x, []] {
            #expect(throws: COSEFault.keyInvalid) { _ = try key(wrong, y).verificationKey() }
        }
        if let y {
            for wrong in [Array(y.dropLast()), [0] + y, []] {
                #expect(throws: COSEFault.keyInvalid) { _ = try key(x, wrong).verificationKey() }
            }
        }
        #expect(throws: Never.self) { _ = try key(x, y).verificationKey() }
    }

    @Test("A compressed key gives the same key as its uncompressed form", arguments: [EllipticCurve.p256, .p384, .p521])
    func compressed(curve: EllipticCurve) throws {
        let good = TestKey.on(curve).verificationKey.coseKey
        guard case .coordinate(let y) = good.y else { Issue.record("no y"); return }
        let isOdd = (y.array.last ?? 0) & 1 == 1
        let same = try ec2(curve.rawValue, good.x.array, .boolean(isOdd)).verificationKey()
        let mirrored = try ec2(curve.rawValue, good.x.array, .boolean(!isOdd)).verificationKey()
        #expect(same.coseKey == good)
        #expect(mirrored.coseKey != good)
        #expect(mirrored.coseKey.x == good.x)
    }

    @Test("A compressed x that belongs to no point is refused")
    func compressedOffTheCurve() throws {
        let none = [UInt8](repeating: 0xff, count: 32)
        #expect(throws: COSEFault.keyInvalid) { _ = try ec2(1, none, .boolean(true)).verificationKey() }
    }

    @Test("A compressed key is refused for a recipient's key agreement, where the standard requires the other form, and not for a device's")
    func compressedAgreement() throws {
        let isOdd = (y.last ?? 0) & 1 == 1
        for sign in [false, true] {
            #expect(throws: COSEFault.keyInvalid) { _ = try ec2(1, x, .boolean(sign)).keyAgreementKey() }
        }
        let key = try ec2(1, x, .bytes(y)).keyAgreementKey()
        #expect(try ec2(1, x, .bytes(y)).deviceAgreementKey().x963Representation == key.x963Representation)
        #expect(try ec2(1, x, .boolean(isOdd)).deviceAgreementKey().x963Representation == key.x963Representation)
        #expect(try ec2(1, x, .boolean(!isOdd)).deviceAgreementKey().x963Representation != key.x963Representation)
    }

    @Test("A compressed key is written with its sign again")
    func compressedWriting() throws {
        let key = try ec2(1, x, .boolean(true))
        var writer = CBORWriter()
        key.write(to: &writer)
        #expect(try COSEFixture.key(writer.bytes) == key)
        #expect(writer.bytes.suffix(2) == [0x22, 0xf5])
    }

    // MARK: Types and curves

    @Test("A key type and a curve that do not belong together are unsupported", arguments: [(2, 6, "kty 2, crv 6"), (1, 1, "kty 1, crv 1"), (2, 7, "kty 2, crv 7"), (1, 256, "kty 1, crv 256")] as [(Int64, Int64, String)])
    func mismatch(type: Int64, curve: Int64, name: String) throws {
        let key = try COSEFixture.key([(1, .integer(type)), (-1, .integer(curve)), (-2, .bytes(x)), (-3, .bytes(y))])
        #expect(key.curve == nil)
        #expect(throws: COSEFault.keyUnsupported(name)) { _ = try key.verificationKey() }
    }

    @Test(
        "Curves of the standard without an implementation here are unsupported by name",
        arguments: [
            (2, 256, "brainpoolP256r1"), (2, 257, "brainpoolP320r1"), (2, 258, "brainpoolP384r1"), (2, 259, "brainpoolP512r1"), (1, 7, "Ed448"),
            (1, 4, "kty 1, crv 4"), (2, 8, "kty 2, crv 8"),
        ] as [(Int64, Int64, String)])
    func unsupportedCurves(type: Int64, curve: Int64, name: String) throws {
        let key = try COSEFixture.key([(1, .integer(type)), (-1, .integer(curve)), (-2, .bytes(x)), (-3, .bytes(y))])
        #expect(throws: COSEFault.keyUnsupported(name)) { _ = try key.verificationKey() }
    }

    @Test("Only P-256 keys are for key agreement", arguments: [EllipticCurve.p384, .p521, .ed25519])
    func agreementCurves(curve: EllipticCurve) throws {
        #expect(throws: COSEFault.keyUnsupported("other than P-256 for key agreement")) {
            _ = try TestKey.on(curve).verificationKey.coseKey.keyAgreementKey()
        }
        #expect(throws: COSEFault.keyUnsupported("other than P-256 for key agreement")) {
            _ = try TestKey.on(curve).verificationKey.coseKey.deviceAgreementKey()
        }
    }

    // MARK: Signing keys

    @Test("A signing key shows its curve and nothing else", arguments: EllipticCurve.allCases)
    func redaction(curve: EllipticCurve) {
        let shown = "private key on \(curve.name)"
        let expected = "\(shown)\n\(shown)\n\(shown)\n- \(shown)\n▿ 1 element\n  - \(shown)\n"
        #expect(printed(TestKey.on(curve)) == expected)
        #expect(printed(SigningKey.generate(curve)) == expected)
    }

    @Test("A key survives its PEM form", arguments: EllipticCurve.allCases)
    func pem(curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let again = try SigningKey(pemRepresentation: key.pemRepresentation)
        #expect(again.verificationKey.coseKey == key.verificationKey.coseKey)
    }

    @Test("A key behind its parameters, as `openssl ecparam -genkey` writes it, is not read, and the fault does not lay it to its curve", arguments: EllipticCurve.allCases)
    func parameters(curve: EllipticCurve) {
        let parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        let fault = #expect(throws: COSEFault.self) { _ = try SigningKey(pemRepresentation: parameters + TestKey.on(curve).pemRepresentation) }
        #expect(fault?.description.contains("not alone in their PEM text") == true)
    }

    /// Keys in PKCS#8 as `openssl genpkey` writes them, on curves that nobody here computes with.
    static let foreignKeys = [
        "brainpoolP256r1": """
            MIGIAgEAMBQGByqGSM49AgEGCSskAwMCCAEBBwRtMGsCAQEEIGRk/w7xsqdjGlPQ
            UAO/Fu7X89gDhZDTS9vQcMW3pYCFoUQDQgAEEaeEvIImeZbSOnMdsS0bkySTV0Ek
            5knDWmONqxVEASw+lIl9V6pP9S336h5DhJAqE4zCehiyXpcLd2NYVy5Hvw==
            """,
        "secp256k1": """
            MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQginY5gtptFtzkpD+vGCRr
            72D6dfU3l1DFU+lbqgXxob+hRANCAATTxn0ecdG5C/qVefPH3uq17sMS0J8z9sW+
            fSrAk6LHQMNIA7yUKsKjZQdhpvtXLShASuqaGXdL6O17LajUr+Ok
            """,
        "brainpoolP384r1": """
            MIG6AgEAMBQGByqGSM49AgEGCSskAwMCCAEBCwSBnjCBmwIBAQQwax7yFnFqAOEo
            2Fa9gGt26dbETPnzQ6L0E5FzF+ikjDJk3aiZ1DcdGBb0tc2HcS4ToWQDYgAEC+Lw
            AU0Dy3TczPQK9mXEMRvx/gv6UBGrzlMSnZK1li34O+KhxoEOmgvbgKruxt/2Lzmu
            TPzffU+mv+GHyVCp1H2Xfp1dy++bGYslFO9QMhI2bRe4QSL5bLnHMPI3TVBh
            """,
    ]

    @Test("A key on a curve whose numbers are as long as another's is not read as one on that", arguments: foreignKeys.keys.sorted())
    func foreignCurve(name: String) throws {
        let content = try #require(Self.foreignKeys[name])
        let pem = "-----BEGIN PRIVATE KEY-----\n\(content)\n-----END PRIVATE KEY-----\n"
        // What the library does with it, and why the curve is looked at here.
        #expect((try? P256.Signing.PrivateKey(pemRepresentation: pem)) != nil || (try? P384.Signing.PrivateKey(pemRepresentation: pem)) != nil)
        #expect(throws: COSEFault.self) { _ = try SigningKey(pemRepresentation: pem) }
        for curve in EllipticCurve.allCases { #expect(!PKCS8PEM.names(curve, in: pem)) }
    }

    @Test("The curve of a key for agreeing on secrets is the one that its PEM names, with any line ends; SEC 1 is the library's to compare")
    func namedCurve() throws {
        let pem = P256.KeyAgreement.PrivateKey().pemRepresentation
        for text in [pem, pem + "\n", pem.replacing("\n", with: "\r\n")] {
            #expect(EllipticCurve.allCases.filter { PKCS8PEM.names($0, in: text) } == [.p256])
        }
        #expect(EllipticCurve.allCases.filter { PKCS8PEM.names($0, in: P384.KeyAgreement.PrivateKey().pemRepresentation) } == [.p384])
        #expect(EllipticCurve.allCases.filter { PKCS8PEM.names($0, in: P521.KeyAgreement.PrivateKey().pemRepresentation) } == [.p521])
        #expect(PKCS8PEM.names(.p256, in: "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"))
        for text in ["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nA\n", "-----BEGIN PRIVATE KEY-----\n////\n"] {
            #expect(!PKCS8PEM.names(.p256, in: text))
        }
    }

    @Test("The public half of an EC key is read from its PEM, and from that of no private key")
    func publicPEM() throws {
        let (p256, p384, p521) = (P256.Signing.PrivateKey(), P384.Signing.PrivateKey(), P521.Signing.PrivateKey())
        let keys: [(SigningKey, String)] = [
            (.p256(p256), p256.publicKey.pemRepresentation), (.p384(p384), p384.publicKey.pemRepresentation),
            (.p521(p521), p521.publicKey.pemRepresentation),
        ]
        for (key, pem) in keys {
            #expect(try VerificationKey(pemRepresentation: pem).coseKey == key.verificationKey.coseKey)
            #expect(throws: COSEFault.self) { _ = try VerificationKey(pemRepresentation: key.pemRepresentation) }
        }
    }

    @Test("Each half of an Ed25519 key is read from the PEM of RFC 8410, 10.1 and 10.3, and from no other text; the private one is written so, and text that is no key is unsupported")
    func edwardsPEM() throws {
        let line = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC"
        func pem(_ line: String, _ label: String = "PRIVATE KEY") -> String { "-----BEGIN \(label)-----\n\(line)\n-----END \(label)-----\n" }
        let read = try SigningKey(pemRepresentation: pem(line))
        #expect(read.pemRepresentation + "\n" == pem(line))
        let key = read.verificationKey.coseKey
        #expect(key.curve == .ed25519)
        #expect(Array(key.x.bytes) == Hex.bytes("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"))
        for wrong in [pem("MC5" + line.dropFirst(3)), pem(String(line.dropLast(4))), pem(line, "PUBLIC KEY"), pem(line + "\n" + line), line] {
            #expect(throws: COSEFault.self) { _ = try SigningKey(pemRepresentation: wrong) }
        }
        let publicLine = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
        #expect(try VerificationKey(pemRepresentation: pem(publicLine, "PUBLIC KEY")).coseKey == key)
        for wrong in [pem(publicLine), pem(line, "PUBLIC KEY"), pem(String(publicLine.dropLast()), "PUBLIC KEY"), pem(publicLine + "=", "PUBLIC KEY"), publicLine] {
            #expect(throws: COSEFault.self) { _ = try VerificationKey(pemRepresentation: wrong) }
        }
        #expect(throws: COSEFault.self) { _ = try SigningKey(pemRepresentation: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----") }
    }
}
