import CPKCS11
import DocumentProvider

/// A session with a token, in which its user is logged in. One thread at a time.
struct PKCS11Session {
    private let module: PKCS11Module
    private let handle: CK_SESSION_HANDLE
    let isHardware: Bool

    init(module path: String, token: String, pin: String) throws(DeviceKeyError) {
        module = try PKCS11Module(path: path)
        let slot = try module.slot(ofToken: token)
        isHardware = try module.isHardware(slot)
        var handle: CK_SESSION_HANDLE = 0
        try module.call("C_OpenSession") { $0.C_OpenSession?(slot, CK_FLAGS(CKF_SERIAL_SESSION | CKF_RW_SESSION), nil, nil, &handle) }
        self.handle = handle
        var bytes = Array(pin.utf8)
        try module.call("C_Login", allowing: CKR_USER_ALREADY_LOGGED_IN) {
            $0.C_Login?(handle, CK_USER_TYPE(CKU_USER), &bytes, CK_ULONG(bytes.count))
        }
    }

    /// The object of a class and label; nil where there is none.
    func find(_ kind: CK_OBJECT_CLASS, _ label: String) throws(DeviceKeyError) -> CK_OBJECT_HANDLE? {
        let wanted = PKCS11Template().number(CKA_CLASS, kind).bytes(CKA_LABEL, label.utf8)
        try module.call("C_FindObjectsInit") { functions in wanted.use { functions.C_FindObjectsInit?(handle, $0, $1) } }
        var (found, count): (CK_OBJECT_HANDLE, CK_ULONG) = (0, 0)
        try module.call("C_FindObjects") { $0.C_FindObjects?(handle, &found, 1, &count) }
        try module.call("C_FindObjectsFinal") { $0.C_FindObjectsFinal?(handle) }
        return count == 1 ? found : nil
    }

    /// Makes an object.
    func create(_ template: PKCS11Template) throws(DeviceKeyError) {
        var object: CK_OBJECT_HANDLE = 0
        try module.call("C_CreateObject") { functions in template.use { functions.C_CreateObject?(handle, $0, $1, &object) } }
    }

    /// Makes a pair of keys.
    func generate(_ mechanism: CK_MECHANISM_TYPE, publicKey: PKCS11Template, privateKey: PKCS11Template) throws(DeviceKeyError) {
        var mechanism = CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        var (first, second): (CK_OBJECT_HANDLE, CK_OBJECT_HANDLE) = (0, 0)
        try module.call("C_GenerateKeyPair") { functions in
            publicKey.use { publicAttributes, publicCount in
                privateKey.use { functions.C_GenerateKeyPair?(handle, &mechanism, publicAttributes, publicCount, $0, $1, &first, &second) }
            }
        }
    }

    /// Reads an attribute that the token gives out.
    func read(_ type: CK_ATTRIBUTE_TYPE, of object: CK_OBJECT_HANDLE) throws(DeviceKeyError) -> [UInt8] {
        var attribute = CK_ATTRIBUTE(type: type, pValue: nil, ulValueLen: 0)
        try module.call("C_GetAttributeValue") { $0.C_GetAttributeValue?(handle, object, &attribute, 1) }
        guard attribute.ulValueLen <= 4096 else { throw .damaged("an attribute of \(attribute.ulValueLen) bytes") }
        var value = [UInt8](repeating: 0, count: Int(attribute.ulValueLen))
        try module.call("C_GetAttributeValue") { functions in
            value.withUnsafeMutableBytes { buffer in
                attribute.pValue = buffer.baseAddress
                return functions.C_GetAttributeValue?(handle, object, &attribute, 1)
            }
        }
        return value
    }

    /// Signs a digest; `r ‖ s`.
    func sign(_ digest: [UInt8], with key: CK_OBJECT_HANDLE) throws(DeviceKeyError) -> [UInt8] {
        var mechanism = CK_MECHANISM(mechanism: CKM_ECDSA, pParameter: nil, ulParameterLen: 0)
        try module.call("C_SignInit") { $0.C_SignInit?(handle, &mechanism, key) }
        var digest = digest
        var signature = [UInt8](repeating: 0, count: 64)
        var count = CK_ULONG(signature.count)
        try module.call("C_Sign") { $0.C_Sign?(handle, &digest, CK_ULONG(digest.count), &signature, &count) }
        guard count == 64 else { throw .unavailable("the token's signature has \(count) bytes instead of 64") }
        return signature
    }

    /// Destroys an object.
    func destroy(_ object: CK_OBJECT_HANDLE) throws(DeviceKeyError) {
        try module.call("C_DestroyObject") { $0.C_DestroyObject?(handle, object) }
    }
}
