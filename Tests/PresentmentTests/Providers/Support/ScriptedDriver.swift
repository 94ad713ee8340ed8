import CPKCS11
import Synchronization

@testable import PKCS11DeviceKeys

/// A driver of a slot that cannot say what is in it and of three tokens: `final` has one try left, `locked` none, `open` all. It has no function
/// to log in with, so that who would try a PIN hears that.
enum ScriptedDriver {
    /// Whether a search has begun and has not been ended.
    private static let isSearching = Atomic(false)

    /// Lends it.
    static func use<Result>(_ body: (PKCS11Module) -> Result) -> Result {
        var functions = functions
        return withUnsafeMutablePointer(to: &functions) { body(PKCS11Module(functions: $0)) }
    }

    /// Lends one that takes every PIN, whose searches break off. Where one has not been ended, no other begins (PKCS#11, `C_FindObjectsInit`).
    static func useBreakingSearches<Result>(_ body: (PKCS11Module) throws -> Result) throws -> Result {
        var functions = functions
        functions.C_Login = { _, _, _, _ in CK_RV(CKR_OK) }
        functions.C_FindObjectsInit = { _, _, _ in
            let isOpen = ScriptedDriver.isSearching.exchange(true, ordering: .sequentiallyConsistent)
            return isOpen ? CK_RV(CKR_OPERATION_ACTIVE) : CK_RV(CKR_OK)
        }
        functions.C_FindObjects = { _, _, _, _ in CK_RV(CKR_DEVICE_ERROR) }
        functions.C_FindObjectsFinal = { _ in
            ScriptedDriver.isSearching.store(false, ordering: .sequentiallyConsistent)
            return CK_RV(CKR_OK)
        }
        return try withUnsafeMutablePointer(to: &functions) { try body(PKCS11Module(functions: $0)) }
    }

    private static var functions: CK_FUNCTION_LIST {
        var functions = CK_FUNCTION_LIST()
        functions.C_GetSlotList = { _, slots, count in
            if let slots { for slot in 0..<4 { slots[slot] = CK_SLOT_ID(slot) } }
            count?.pointee = 4
            return CK_RV(CKR_OK)
        }
        functions.C_GetTokenInfo = { slot, info in
            guard slot > 0, let info else { return CK_RV(CKR_TOKEN_NOT_RECOGNIZED) }
            let label = ["final", "locked", "open"][Int(slot) - 1]
            withUnsafeMutableBytes(of: &info.pointee.label) { field in
                for (place, byte) in (label + String(repeating: " ", count: field.count - label.utf8.count)).utf8.enumerated() { field[place] = byte }
            }
            info.pointee.flags = [CK_FLAGS(CKF_USER_PIN_FINAL_TRY), CK_FLAGS(CKF_USER_PIN_LOCKED), 0][Int(slot) - 1]
            return CK_RV(CKR_OK)
        }
        functions.C_GetSlotInfo = { _, _ in CK_RV(CKR_OK) }
        functions.C_OpenSession = { _, _, _, _, _ in CK_RV(CKR_OK) }
        return functions
    }
}
