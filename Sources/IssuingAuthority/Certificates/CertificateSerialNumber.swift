import MobileDocument
import X509

extension Certificate.SerialNumber {
    /// A random serial number: positive, exactly 20 octets, 158 random bits (18013-5 Annex B asks for at least 63 and
    /// recommends 71).
    ///
    /// - Parameter generator: the source of randomness; cryptographically secure outside of tests.
    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        var octets = generator.bytes(20)
        // Clear the sign bit and set the next one: never negative, never zero, never longer than 20 octets.
        octets[0] = octets[0] & 0x3F | 0x40
        return Self(bytes: octets)
    }

    /// One from the system's source of randomness.
    static func random() -> Self {
        // As a value that has a place: the thread sanitizer reads a random address for one of no size.
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }
}
