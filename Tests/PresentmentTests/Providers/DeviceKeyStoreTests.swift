import COSE
import CBOR
import CPKCS11
import Crypto
import DocumentProvider
import Foundation
import OwnerOnlyFiles
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

    @Test("With a key goes what writing it has left that was ended half way, and nothing of another")
    func drafts() throws {
        let machine = try Machine(.software)
        let (first, second) = (Machine.label(), Machine.label())
        let folder = machine.folder.path + "/keys"
        for label in [first, second] {
            _ = try machine.keys.makeKey(label: label)
            try FileManager.default.copyItem(atPath: "\(folder)/\(label).key", toPath: "\(folder)/\(label).key.1234.draft")
        }
        try machine.keys.deleteKey(label: first)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".key") }
        #expect(Set(left) == ["\(second).key", "\(second).key.1234.draft"])
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
        let session = try Self.session()
        let key = try #require(try session.find(CKO_PRIVATE_KEY, label))
        #expect(throws: DeviceKeyError.unavailable("C_GetAttributeValue says 0x11")) { try session.read(CKA_VALUE, of: key) }
    }

    @Test("What is not there is named: the module, the token, the key behind a wrong PIN", .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func wrongSettings() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        func fault(_ module: String, _ token: String, _ pin: String) -> String {
            do {
                _ = try PKCS11DeviceKeys(module: module, token: token, pin: pin, folder: folder.path)
                return ""
            } catch { return error.description }
        }
        #expect(fault("/nowhere.so", "here", SoftToken.pin).contains("/nowhere.so is not a PKCS#11 module"))
        #expect(fault(SoftToken.module, "elsewhere", SoftToken.pin).contains("no token named \"elsewhere\""))
        #expect(fault(SoftToken.module, "locked", "0000").hasPrefix("the PIN of the token \"locked\" is wrong"))
    }

    /// A session of its own, in the token of a machine.
    private static func session() throws -> PKCS11Session {
        try PKCS11Session(module: PKCS11Module(path: SoftToken.module), token: "here", serial: nil, pin: SoftToken.pin)
    }

    /// Whether a key signs for its public half.
    private static func isWhole(_ key: any DeviceKey) throws -> Bool {
        let signature = ByteSlice(try key.signature(over: [1, 2, 3]))
        return (try? key.publicKey.verificationKey().verify(signature, over: [1, 2, 3], algorithm: .es256)) != nil
    }

    @Test(
        "Of many who make a key of one label in a token at once one does, and all find that one",
        .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func madeOnce() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        // Nothing in common but the folder, as if each were a process.
        let stores = try (0..<4).map { _ in try SoftToken.keys(of: "here", folder: folder.path) }
        for _ in 0..<8 {
            let label = Machine.label()
            let made = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
                for store in stores { group.addTask { (try? store.makeKey(label: label)) != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(made == 1)
            let found = try stores.map { try $0.key(label: label) }
            #expect(Set(found.map { $0.publicKey }).count == 1)
            for key in found { #expect(try Self.isWhole(key)) }
        }
    }

    @Test("Of many who ask a token for a storage key first at once all get the same", .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func storageKeyMadeOnce() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let stores = try (0..<4).map { _ in try SoftToken.keys(of: "here", folder: folder.path) }
        for _ in 0..<8 {
            let label = Machine.label()
            let keys = try await withThrowingTaskGroup(of: SymmetricKey.self, returning: [SymmetricKey].self) { group in
                for store in stores { group.addTask { try store.storageKey(label: label) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(keys.count == 4 && keys.allSatisfy { $0 == keys[0] })
        }
    }

    @Test(
        "The halves of a token's key have one ID, older ones their label; of two keys of one label none is used, and both are deleted",
        .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func pairs() throws {
        let machine = try Machine(.token)
        defer { withExtendedLifetime(machine) {} }
        let session = try Self.session()
        let (older, remade, doubled) = (Machine.label(), Machine.label(), Machine.label())
        _ = try session.makePair(label: older, id: Array(older.utf8))
        #expect(try Self.isWhole(machine.keys.key(label: older)))

        // Of a key that was deleted half way the public half is left.
        _ = try session.makePair(label: remade, id: Array(remade.utf8))
        try session.destroy(#require(try session.find(CKO_PRIVATE_KEY, remade)))
        #expect(throws: DeviceKeyError.notFound) { try machine.keys.key(label: remade) }
        #expect(try Self.isWhole(machine.keys.makeKey(label: remade)))
        #expect(try Self.isWhole(machine.keys.key(label: remade)))

        for id in [UInt8(1), 2] { _ = try session.makePair(label: doubled, id: [id]) }
        #expect(throws: DeviceKeyError.exists) { try machine.keys.makeKey(label: doubled) }
        #expect { try machine.keys.key(label: doubled) } throws: { ($0 as? DeviceKeyError)?.code == "deviceKey.damaged" }
        try machine.keys.deleteKey(label: doubled)
        #expect(throws: DeviceKeyError.notFound) { try machine.keys.key(label: doubled) }
        #expect(try session.findAll(CKO_PUBLIC_KEY, doubled).isEmpty)
        #expect(try Self.isWhole(machine.keys.makeKey(label: doubled)))
    }

    @Test("A token that is locked, or that one more wrong PIN would lock, is given none; a slot that cannot be read hides no token")
    func locked() {
        func fault(_ token: String) -> DeviceKeyError? {
            ScriptedDriver.use { module in
                do throws(DeviceKeyError) {
                    _ = try PKCS11Session(module: module, token: token, serial: nil, pin: SoftToken.pin)
                    return nil
                } catch { return error }
            }
        }
        for token in ["final", "locked"] { #expect(fault(token) == DeviceKeyError.lockedPIN("the PIN of the token \"\(token)\"")) }
        #expect(fault("open") == DeviceKeyError.unavailable("the module has no C_Login"))
    }

    @Test("A search that a token breaks off is ended, so that its session can begin another one")
    func brokenSearch() throws {
        let faults = try ScriptedDriver.useBreakingSearches { module -> [DeviceKeyError?] in
            let session = try PKCS11Session(module: module, token: "open", serial: nil, pin: SoftToken.pin)
            return (0..<2).map { _ in #expect(throws: DeviceKeyError.self) { try session.find(CKO_PRIVATE_KEY, "key") } }
        }
        #expect(faults == [DeviceKeyError?](repeating: DeviceKeyError.unavailable("C_FindObjects says 0x30"), count: 2))
    }

    /// Opens an app's folder with a token; why it cannot be opened.
    private static func fault(
        of folder: TemporaryFolder, token: String, serial: String? = nil, patience: Duration = OwnerOnlyFolder.patience
    ) throws -> DocumentStoreError? {
        var settings = ["module": SoftToken.module, "token": token, "pinFile": "token-pin"]
        settings["serial"] = serial
        try JSONEncoder().encode(settings).write(to: URL(fileURLWithPath: folder.path + "/token.json"))
        do throws(DocumentStoreError) {
            _ = try ProviderFolder(folder.path, patience: patience)
            return nil
        } catch { return error }
    }

    @Test("A PIN that a token has refused is not tried again before its file is changed", .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func refusedPIN() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/token-pin")
        func isAsOf(_ seconds: TimeInterval) throws {
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: file.path)
        }
        try Data(SoftToken.pin.utf8.reversed()).write(to: file)
        try isAsOf(1_700_000_000)
        let first = try #require(try Self.fault(of: folder, token: "mistyped"))
        #expect(first.code == "deviceKey.wrongPIN" && first.description.contains(file.path))
        let note = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/token-state/refused-pin"))
        #expect(note.range(of: Data(SoftToken.pin.utf8.reversed())) == nil)

        // The right one in a file that looks the same: whoever tried it would be let in.
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data(SoftToken.pin.utf8))
        try handle.close()
        try isAsOf(1_700_000_000)
        for _ in 0..<4 { #expect(try Self.fault(of: folder, token: "mistyped")?.code == "deviceKey.wrongPIN") }
        // Another token has not refused it.
        #expect(try Self.fault(of: folder, token: "spared") == nil)
        try isAsOf(1_700_000_001)
        #expect(try Self.fault(of: folder, token: "mistyped") == nil)
    }

    @Test(
        "Who holds a token's folder and does not end keeps nobody from a secret that is there, and who has to wait for the folder gives up",
        .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func stoppedHolder() throws {
        let folder = try TemporaryFolder()
        let state = folder.path + "/token-state"
        let (store, label) = (try SoftToken.keys(of: "here", folder: state), Machine.label())
        let secret = try store.storageKey(label: label)
        let lock = try OwnerOnlyFolder.lock(state)
        let ended = DispatchSemaphore(value: 0)
        // Not without end after all, or a call that does not give up would keep the test from ending.
        Thread.detachNewThread {
            _ = ended.wait(timeout: .now() + 60)
            OwnerOnlyFolder.unlock(lock)
        }
        defer { ended.signal() }
        let began = ContinuousClock.now
        #expect(try store.storageKey(label: label) == secret)
        let fault = try #require(try Self.fault(of: folder, token: "here", patience: .milliseconds(200)))
        #expect(fault.code == "deviceKey.unavailable" && fault.description.contains("\(state): another program has held it"))
        #expect(ContinuousClock.now - began < .seconds(50))
    }

    @Test("Of two tokens of one name none is given a PIN, until a serial number says which", .enabled(if: SoftToken.labels != nil, "needs SoftHSM2"))
    func twins() throws {
        let folder = try TemporaryFolder()
        let module = try PKCS11Module(path: SoftToken.module)
        func tokens() throws -> [PKCS11Token] { try module.tokens().filter { $0.label == "twin" } }
        let serials = try tokens().map(\.serial)
        try #require(serials.count == 2)
        let file = URL(fileURLWithPath: folder.path + "/token-pin")
        try Data("0000".utf8).write(to: file)
        let fault = try #require(try Self.fault(of: folder, token: "twin"))
        #expect(fault.code == "deviceKey.unavailable" && serials.allSatisfy { fault.description.contains($0) })
        #expect(try tokens().allSatisfy { $0.flags & CK_FLAGS(CKF_USER_PIN_COUNT_LOW) == 0 })
        #expect(try Self.fault(of: folder, token: "twin", serial: "0")?.code == "deviceKey.unavailable")

        try Data(SoftToken.pin.utf8).write(to: file)
        #expect(try Self.fault(of: folder, token: "twin", serial: serials[1]) == nil)
        let label = Machine.label()
        let stores = try serials.map { serial in
            try PKCS11DeviceKeys(module: SoftToken.module, token: "twin", serial: serial, pin: SoftToken.pin, folder: folder.path)
        }
        _ = try stores[1].makeKey(label: label)
        #expect(throws: DeviceKeyError.notFound) { try stores[0].key(label: label) }
        #expect(try Self.isWhole(stores[1].key(label: label)))
    }
}
