import Crypto
import DocumentTrust
import Testing
import X509

@Suite("Key usage of certificates")
struct KeyUsageTests {
    private func keyUsage(_ der: [UInt8]) throws -> KeyUsage? {
        var maker = CertificateMaker()
        maker.keyUsage = nil
        maker.otherExtensions = [Certificate.Extension(oid: [2, 5, 29, 15], critical: true, value: der[...])]
        return try maker.make(key: P256.Signing.PrivateKey()).keyUsage
    }

    @Test("What a key usage says does not depend on trailing zero bits")
    func trailingZeros() throws {
        for der: [UInt8] in [[0x03, 0x02, 0x07, 0x80], [0x03, 0x02, 0x00, 0x80], [0x03, 0x03, 0x07, 0x80, 0x00]] {
            #expect(try keyUsage(der) == KeyUsage(digitalSignature: true))
        }
        #expect(try keyUsage([0x03, 0x02, 0x00, 0x40]) == KeyUsage(nonRepudiation: true))
        #expect(try keyUsage([0x03, 0x02, 0x01, 0x06]) == KeyUsage(keyCertSign: true, cRLSign: true))
        #expect(try keyUsage([0x03, 0x03, 0x07, 0xff, 0x80])?.decipherOnly == true)
        #expect(try keyUsage([0x03, 0x01, 0x00]) == KeyUsage())
    }

    @Test("A key usage that is no bit string, has bits without a meaning, or is cut short makes the certificate unusable")
    func malformed() throws {
        let values: [[UInt8]] = [
            [], [0x03], [0x03, 0x02, 0x00], [0x04, 0x02, 0x00, 0x80], [0x03, 0x03, 0x00, 0x80, 0x01], [0x03, 0x04, 0x00, 0x80, 0x00, 0x00],
            [0x03, 0x02, 0x07, 0x81], [0x03, 0x02, 0x08, 0x80], [0x03, 0x00], [0x03, 0x02, 0x07, 0x80, 0x00],
        ]
        for value in values { #expect(throws: CertificateFault.malformedExtension("keyUsage"), "\(value)") { try keyUsage(value) } }
    }
}
