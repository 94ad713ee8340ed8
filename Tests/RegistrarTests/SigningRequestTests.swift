import Crypto
import Registrar
import Testing
import X509

@Suite("Signing requests")
struct SigningRequestTests {
    private func code(_ pem: String) -> RegistrarError.Code? {
        do {
            _ = try SigningRequest(pem: pem)
            return nil
        } catch { return error.code }
    }

    @Test("A sound request of each kind of key that readers sign with is read; its mailbox is not part of the certificate's name")
    func sound() throws {
        let request = try SigningRequest(pem: SigningRequestMaker().with("CN", "Rentals.Example").pem())
        #expect(request.host == "rentals.example")
        #expect(request.mailbox == "admin@rentals.example")
        #expect(request.name.locality == "Port City")
        #expect(!request.name.description.contains("admin@"))
        let keys: [(Certificate.PrivateKey, Certificate.SignatureAlgorithm)] = [
            (.init(P384.Signing.PrivateKey()), .ecdsaWithSHA384), (.init(P521.Signing.PrivateKey()), .ecdsaWithSHA512),
            (.init(Curve25519.Signing.PrivateKey()), .ed25519),
        ]
        for (key, algorithm) in keys { #expect(code(SigningRequestMaker.pem(try SigningRequestMaker().der(key, algorithm: algorithm))) == nil) }
        #expect(code(try SigningRequestMaker().with("L", nil).with("ST", "UT-PC").pem()) == nil)
        #expect(code(try SigningRequestMaker().with("OU", nil).pem()) == nil)
    }

    @Test(
        "A subject that is not as asked for is refused, with the part named",
        arguments: [
            ("CN", nil), ("C", nil), ("O", nil), ("L", nil), ("emailAddress", nil), ("C", "Utopia"), ("C", "ut"), ("O", ""), ("O", " Rentals"),
            ("O", "Rentals "), ("O", "Ren\u{7}tals"), ("OU", "a\u{202E}b"), ("L", "\u{200B}"), ("O", String(repeating: "x", count: 65)),
            ("emailAddress", "nobody"), ("emailAddress", "a b@rentals.example"), ("T", "Captain"),
        ] as [(String, String?)])
    func subjects(_ part: String, _ value: String?) throws {
        #expect(code(try SigningRequestMaker().with(part, value).pem()) == .requestSubject)
    }

    @Test("A part that occurs twice is refused")
    func repeated() throws {
        var maker = SigningRequestMaker()
        maker.subject.append(("CN", "other.example"))
        #expect(code(try maker.pem()) == .requestSubject)
    }

    @Test("A common name that is no host is refused as that", arguments: ["localhost", "*.rentals.example", "192.0.2.1", "https://rentals.example"])
    func hosts(_ name: String) throws {
        #expect(code(try SigningRequestMaker().with("CN", name).pem()) == .requestDomain)
    }

    @Test("Keys of other kinds are refused by their name")
    func keys() throws {
        // The last arc of a curve's or a key's identifier, changed to that of P-192 and of Ed448.
        let changes: [(Certificate.PrivateKey, Certificate.SignatureAlgorithm, [UInt8], UInt8)] = [
            (.init(P256.Signing.PrivateKey()), .ecdsaWithSHA256, [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], 0x01),
            (.init(Curve25519.Signing.PrivateKey()), .ed25519, [0x06, 0x03, 0x2B, 0x65, 0x70], 0x71),
        ]
        for (key, algorithm, identifier, last) in changes {
            var der = try SigningRequestMaker().der(key, algorithm: algorithm)
            let place = try #require(der.firstRange(of: identifier))
            der[place.upperBound - 1] = last
            #expect(code(SigningRequestMaker.pem(der)) == .requestKey)
        }
    }

    @Test("What is not one request in PEM is refused, and a private key with a warning")
    func forms() throws {
        let der = try SigningRequestMaker().der(.init(P256.Signing.PrivateKey()))
        let pem = SigningRequestMaker.pem(der)
        #expect(code("") == .requestPEM)
        #expect(code("-----BEGIN CERTIFICATE REQUEST-----\nAAA\n") == .requestPEM)
        #expect(code(pem + pem) == .requestPEM)
        #expect(code(SigningRequestMaker.pem(der, type: "CERTIFICATE")) == .requestPEM)
        let key = P256.Signing.PrivateKey().pemRepresentation
        // The last two as a reader of PEM does not see them.
        for hidden in [key, key.replacing("KEY-----\n", with: "KEY----- \n"), String(key.dropLast(30))] {
            let fault = #expect(throws: RegistrarError.self) { _ = try SigningRequest(pem: pem + hidden) }
            #expect(fault?.code == .requestPEM && fault?.description.contains("private key") == true)
        }
        #expect(code(String(repeating: "\n", count: 16_385)) == .requestSize)
        #expect(code(SigningRequestMaker.pem([0x30, 0x00])) == .requestEncoding)
        #expect(code(SigningRequestMaker.pem(der, type: "NEW CERTIFICATE REQUEST")) == nil)
    }

    @Test("No byte of a request can be changed or missing")
    func altered() throws {
        // A signature that ends in a zero bit is one that unused bits could be hidden in.
        var der: [UInt8] = [1]
        while der.last.map({ $0 & 1 }) != 0 { der = try SigningRequestMaker().der(.init(P256.Signing.PrivateKey())) }
        for position in der.indices {
            var changed = der
            changed[position] ^= 0x01
            #expect(code(SigningRequestMaker.pem(changed)) != nil, "byte \(position)")
        }
        for length in 1..<der.count { #expect(code(SigningRequestMaker.pem(Array(der[..<length]))) == .requestEncoding) }
        var signature = der
        signature[der.count - 1] ^= 0x01
        #expect(code(SigningRequestMaker.pem(signature)) == .requestSignature)
    }
}
