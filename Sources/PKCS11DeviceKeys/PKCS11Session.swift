import CPKCS11
import DocumentProvider

/// A session with a token, in which its user is logged in. One thread at a time.
struct PKCS11Session {
    private let module: PKCS11Module
    private let handle: CK_SESSION_HANDLE
    let isHardware: Bool

    /// The curve P-256 as an object identifier (RFC 5480).
    private static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    init(module: PKCS11Module, token label: String, serial: String?, pin: String) throws(DeviceKeyError) {
        self.module = module
        let token = try module.token(named: label, serial: serial)
        let name = "the PIN of the token \"\(label)\""
        guard !token.isLockedOrNextToIt else { throw .lockedPIN(name) }
        isHardware = try module.isHardware(token.slot)
        var handle: CK_SESSION_HANDLE = 0
        try module.call("C_OpenSession") { $0.C_OpenSession?(token.slot, CK_FLAGS(CKF_SERIAL_SESSION | CKF_RW_SESSION), nil, nil, &handle) }
        self.handle = handle
        var bytes = Array(pin.utf8)
        let meanings: [CK_RV: DeviceKeyError] = [CKR_PIN_INCORRECT: .wrongPIN(name), CKR_PIN_LOCKED: .lockedPIN(name)]
        try module.call("C_Login", allowing: CKR_USER_ALREADY_LOGGED_IN, meaning: meanings) {
            $0.C_Login?(handle, CK_USER_TYPE(CKU_USER), &bytes, CK_ULONG(bytes.count))
        }
    }

    /// The object of a class and label, and of an ID where one is given; nil where there is none. Which of several is meant cannot be known.
    func find(_ kind: CK_OBJECT_CLASS, _ label: String, id: [UInt8]? = nil) throws(DeviceKeyError) -> CK_OBJECT_HANDLE? {
        let found = try findAll(kind, label, id: id)
        guard found.count <= 1 else { throw .damaged("the token has \(found.count) objects of one kind named \(label), and one at most is right") }
        return found.first
    }

    /// All objects of a class and label, and of an ID where one is given.
    func findAll(_ kind: CK_OBJECT_CLASS, _ label: String, id: [UInt8]? = nil) throws(DeviceKeyError) -> [CK_OBJECT_HANDLE] {
        let wanted = PKCS11Template().number(CKA_CLASS, kind).bytes(CKA_LABEL, label.utf8)
        if let id { _ = wanted.bytes(CKA_ID, id) }
        try module.call("C_FindObjectsInit") { functions in wanted.use { functions.C_FindObjectsInit?(handle, $0, $1) } }
        var objects: [CK_OBJECT_HANDLE] = []
        do throws(DeviceKeyError) {
            while let object = try next() { objects.append(object) }
        } catch {
            // A session whose search is left open begins no other one.
            try? endSearch()
            throw error
        }
        try endSearch()
        return objects
    }

    /// The next object of the search; nil at its end.
    private func next() throws(DeviceKeyError) -> CK_OBJECT_HANDLE? {
        var (found, count): (CK_OBJECT_HANDLE, CK_ULONG) = (0, 0)
        try module.call("C_FindObjects") { $0.C_FindObjects?(handle, &found, 1, &count) }
        return count == 1 ? found : nil
    }

    private func endSearch() throws(DeviceKeyError) { try module.call("C_FindObjectsFinal") { $0.C_FindObjectsFinal?(handle) } }

    /// Makes an object.
    func create(_ template: PKCS11Template) throws(DeviceKeyError) {
        var object: CK_OBJECT_HANDLE = 0
        try module.call("C_CreateObject") { functions in template.use { functions.C_CreateObject?(handle, $0, $1, &object) } }
    }

    /// Makes a pair of keys on P-256, whose private half the token gives out to nobody; its public half.
    func makePair(label: String, id: [UInt8]) throws(DeviceKeyError) -> CK_OBJECT_HANDLE {
        func template() -> PKCS11Template { PKCS11Template().flag(CKA_TOKEN, true).bytes(CKA_LABEL, label.utf8).bytes(CKA_ID, id) }
        let publicTemplate = template().bytes(CKA_EC_PARAMS, Self.p256).flag(CKA_VERIFY, true)
        let privateTemplate = template().flag(CKA_PRIVATE, true).flag(CKA_SENSITIVE, true).flag(CKA_EXTRACTABLE, false).flag(CKA_SIGN, true)
        var mechanism = CK_MECHANISM(mechanism: CKM_EC_KEY_PAIR_GEN, pParameter: nil, ulParameterLen: 0)
        var (publicKey, privateKey): (CK_OBJECT_HANDLE, CK_OBJECT_HANDLE) = (0, 0)
        try module.call("C_GenerateKeyPair") { functions in
            publicTemplate.use { publicAttributes, publicCount in
                privateTemplate.use {
                    functions.C_GenerateKeyPair?(handle, &mechanism, publicAttributes, publicCount, $0, $1, &publicKey, &privateKey)
                }
            }
        }
        return publicKey
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
