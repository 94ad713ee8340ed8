import COSE
import CBOR
import CPKCS11
import Crypto
import DocumentProvider
import Foundation
@testable import PKCS11DeviceKeys
import ProviderDocuments
import Testing

@Suite("Device keys, wherever they are kept")
struct DeviceKeyStoreTests {
    @Test("A key is made once, found by its label, signs for its public half, and is gone when it is deleted", arguments: Machine.Kind.available)
    func life(kind: Machine.Kind) throws {
        let machine = try Machine(kind)
        // Its folder goes with it.
        defer { withExtendedLifetime(machine) {} }
        let (keys, label) = (machine.keys, Machine.label())
        #expect(throws: DeviceKeyError.notFound) { try keys.key(label: label) }
        let made = try keys.makeKey(label: label)
        #expect(throws: DeviceKeyError.exists) { try keys.makeKey(label: label) }
        let found = try keys.key(label: label)
        #expect(found.publicKey == made.publicKey)
        #expect(found.algorithm == .es256)
        let signature = ByteSlice(try found.signature(over: [1, 2, 3]))
        let publicKey = try made.publicKey.verificationKey()
        try publicKey.verify(signature, over: [1, 2, 3], algorithm: .es256)
        #expect(throws: COSEFault.self) { try publicKey.verify(signature, over: [1, 2, 4], algorithm: .es256) }
        try keys.deleteKey(label: label)
        try keys.deleteKey(label: label)
        #expect(throws: DeviceKeyError.notFound) { try keys.key(label: label) }
    }

    @Test("A label that a store could not keep as it is is refused", arguments: Machine.Kind.available, ["", "../key", "a b", "é", String(repeating: "k", count: 65)])
    func labels(kind: Machine.Kind, label: String) throws {
        let machine = try Machine(kind)
        defer { withExtendedLifetime(machine) {} }
        let keys = machine.keys
        #expect(throws: DeviceKeyError.label) { try keys.makeKey(label: label) }
        #expect(throws: DeviceKeyError.label) { try keys.storageKey(label: label) }
    }

    @Test("A storage key stays the same, is another one for another label, and another one on another machine", arguments: Machine.Kind.available)
    func storageKeys(kind: Machine.Kind) throws {
        let (machine, label) = (try Machine(kind), Machine.label())
        let key = try machine.keys.storageKey(label: label)
        #expect(try machine.keys.storageKey(label: label) == key)
        #expect(try machine.keys.storageKey(label: Machine.label()) != key)
        #expect(try Machine(kind, other: true).keys.storageKey(label: label) != key)
    }

    @Test("Many who sign at once each get a signature of their own message", arguments: Machine.Kind.available)
    func concurrency(kind: Machine.Kind) async throws {
        let machine = try Machine(kind)
        defer { withExtendedLifetime(machine) {} }
        let key = try machine.keys.makeKey(label: Machine.label())
        let publicKey = try key.publicKey.verificationKey()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for message in UInt8(0)..<32 {
                group.addTask { try publicKey.verify(ByteSlice(try key.signature(over: [message])), over: [message], algorithm: .es256) }
            }
            try await group.waitForAll()
        }
    }

    @Test("Each kind says what a copy of its files is worth")
    func levels() throws {
        #expect(try Machine(.software).keys.level == .software)
        if SoftToken.labels != nil { #expect(try Machine(.token).keys.level == .pkcs11) }
    }

    @Test("Key files are for their owner, hold no plain key, and cannot take each other's place")
    func files() throws {
        let machine = try Machine(.software)
        let (first, second) = (Machine.label(), Machine.label())
        let key = try machine.keys.makeKey(label: first)
        _ = try machine.keys.makeKey(label: second)
        let folder = machine.folder.path + "/keys"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600, "\(name)")
        }
        #expect(!"\(key)".contains("BEGIN"))
        try FileManager.default.removeItem(atPath: "\(folder)/\(first).key")
        try FileManager.default.copyItem(atPath: "\(folder)/\(second).key", toPath: "\(folder)/\(first).key")
        #expect { try machine.keys.key(label: first) } throws: { ($0 as? DeviceKeyError)?.code == "deviceKey.damaged" }
    }

    @Test("A folder that others can enter is refused", arguments: [0o755, 0o710])
    func exposed(mode: Int) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        #expect { try SoftwareDeviceKeys(folder: folder.path) } throws: { ($0 as? DeviceKeyError)?.code == "deviceKey.unavailable" }
    }

    @Test("A token does not give out its private keys", .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func unextractable() throws {
        let label = Machine.label()
        _ = try Machine(.token).keys.makeKey(label: label)
        let session = try PKCS11Session(module: SoftToken.module, token: "here", pin: SoftToken.pin)
        let key = try #require(try session.find(CKO_PRIVATE_KEY, label))
        #expect(throws: DeviceKeyError.unavailable("C_GetAttributeValue says 0x11")) { try session.read(CKA_VALUE, of: key) }
    }

    @Test("What is not there is named: the module, the token, the key behind a wrong PIN", .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func wrongSettings() throws {
        func fault(_ module: String, _ token: String, _ pin: String) -> String {
            do {
                _ = try PKCS11DeviceKeys(module: module, token: token, pin: pin)
                return ""
            } catch { return error.description }
        }
        #expect(fault("/nowhere.so", "here", SoftToken.pin).contains("/nowhere.so is not a PKCS#11 module"))
        #expect(fault(SoftToken.module, "elsewhere", SoftToken.pin).contains("no token named \"elsewhere\""))
        // The code of a wrong PIN.
        #expect(fault(SoftToken.module, "locked", "0000").hasSuffix("C_Login says 0xa0"))
    }
}
