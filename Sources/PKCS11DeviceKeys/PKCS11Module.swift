import CPKCS11
import DocumentProvider
import Glibc
import Synchronization

/// A token's driver. Loaded once and never unloaded: keys of other parts of the program may be in it.
struct PKCS11Module {
    private typealias GetFunctionList = @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<CK_FUNCTION_LIST>?>?) -> CK_RV

    /// One call at a time in a process. Drivers say that they take more; SoftHSM then fails now and then, in whichever session.
    private static let turn = Mutex(())

    let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>

    /// Takes a driver that has been started.
    init(functions: UnsafeMutablePointer<CK_FUNCTION_LIST>) { self.functions = functions }

    /// Loads a driver and starts it, if nobody has.
    init(path: String) throws(DeviceKeyError) {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(library, "C_GetFunctionList") else {
            throw .unavailable("\(path) is not a PKCS#11 module")
        }
        var list: UnsafeMutablePointer<CK_FUNCTION_LIST>?
        guard unsafeBitCast(symbol, to: GetFunctionList.self)(&list) == CKR_OK, let list else {
            throw .unavailable("\(path) has no list of functions")
        }
        self.init(functions: list)
        var arguments = CK_C_INITIALIZE_ARGS()
        arguments.flags = CK_FLAGS(CKF_OS_LOCKING_OK)
        try call("C_Initialize", allowing: CKR_CRYPTOKI_ALREADY_INITIALIZED) { $0.C_Initialize?(&arguments) }
    }

    /// Calls a function of the driver.
    ///
    /// - Parameters:
    ///   - allowed: what it may say apart from that it is done.
    ///   - meanings: what is thrown for other things that it says.
    func call(
        _ name: StaticString, allowing allowed: CK_RV = CK_RV(CKR_OK), meaning meanings: [CK_RV: DeviceKeyError] = [:],
        _ body: (CK_FUNCTION_LIST) -> CK_RV?
    ) throws(DeviceKeyError) {
        guard let result = Self.turn.withLock({ _ in body(functions.pointee) }) else { throw .unavailable("the module has no \(name)") }
        guard result == CKR_OK || result == allowed else {
            throw meanings[result] ?? DeviceKeyError.unavailable("\(name) says 0x\(String(result, radix: 16))")
        }
    }

    /// The token of that name. Slots change their numbers, tokens keep their names.
    ///
    /// - Parameter serial: its serial number; where it is nil, no other token may have that name.
    func token(named label: String, serial: String?) throws(DeviceKeyError) -> PKCS11Token {
        let named = try tokens().filter { $0.label == label && (serial == nil || $0.serial == serial) }
        guard let token = named.first else {
            throw .unavailable("there is no token named \"\(label)\"" + (serial.map { " with the serial number \($0)" } ?? ""))
        }
        guard named.count == 1 else {
            let serials = named.map(\.serial).joined(separator: ", ")
            throw .unavailable("\(named.count) tokens are named \"\(label)\"; give the serial of the one that is meant, too (\(serials))")
        }
        return token
    }

    /// The tokens that are there now.
    func tokens() throws(DeviceKeyError) -> [PKCS11Token] {
        var count: CK_ULONG = 0
        try call("C_GetSlotList") { $0.C_GetSlotList?(1, nil, &count) }
        var slots = [CK_SLOT_ID](repeating: 0, count: Int(count))
        try call("C_GetSlotList") { $0.C_GetSlotList?(1, &slots, &count) }
        var tokens: [PKCS11Token] = []
        for slot in slots.prefix(Int(count)) {
            var info = CK_TOKEN_INFO()
            // A slot that cannot say what is in it keeps nobody from the others.
            do { try call("C_GetTokenInfo") { $0.C_GetTokenInfo?(slot, &info) } } catch { continue }
            tokens.append(PKCS11Token(slot: slot, info: info))
        }
        return tokens
    }

    /// Whether a slot says that it is a device.
    func isHardware(_ slot: CK_SLOT_ID) throws(DeviceKeyError) -> Bool {
        var info = CK_SLOT_INFO()
        try call("C_GetSlotInfo") { $0.C_GetSlotInfo?(slot, &info) }
        return info.flags & CK_FLAGS(CKF_HW_SLOT) != 0
    }
}
