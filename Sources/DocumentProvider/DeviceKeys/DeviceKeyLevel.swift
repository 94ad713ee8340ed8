/// What protects a device key from being copied. It says what a copy of all files is worth to a thief.
public enum DeviceKeyLevel: String, Sendable, Hashable, Codable {
    /// A token of its own (PKCS#11) that says it is hardware: the key cannot leave it.
    case hardware
    /// A token in software (PKCS#11): the key leaves it only with the token's own files and its PIN.
    case pkcs11
    /// Files: whoever can copy them has the key.
    case software
}
