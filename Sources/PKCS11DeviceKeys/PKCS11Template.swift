import CPKCS11

/// Attributes of an object, in memory that stays where it is until they have been used.
final class PKCS11Template {
    private var attributes: [CK_ATTRIBUTE] = []
    private var values: [UnsafeMutableRawBufferPointer] = []

    /// Adds bytes.
    func bytes(_ type: CK_ATTRIBUTE_TYPE, _ bytes: some Collection<UInt8>) -> PKCS11Template {
        let value = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: MemoryLayout<CK_ULONG>.alignment)
        value.copyBytes(from: bytes)
        values.append(value)
        attributes.append(CK_ATTRIBUTE(type: type, pValue: value.baseAddress, ulValueLen: CK_ULONG(bytes.count)))
        return self
    }

    /// Adds a number.
    func number(_ type: CK_ATTRIBUTE_TYPE, _ number: CK_ULONG) -> PKCS11Template { bytes(type, withUnsafeBytes(of: number, Array.init)) }

    /// Adds yes or no.
    func flag(_ type: CK_ATTRIBUTE_TYPE, _ flag: Bool) -> PKCS11Template { bytes(type, [flag ? 1 : 0]) }

    /// Hands the attributes to a function of the module.
    func use<Result>(_ body: (UnsafeMutablePointer<CK_ATTRIBUTE>?, CK_ULONG) -> Result) -> Result {
        let count = CK_ULONG(attributes.count)
        return withExtendedLifetime(self) { attributes.withUnsafeMutableBufferPointer { body($0.baseAddress, count) } }
    }

    deinit {
        for value in values {
            // Some hold secrets.
            value.initializeMemory(as: UInt8.self, repeating: 0)
            value.deallocate()
        }
    }
}
