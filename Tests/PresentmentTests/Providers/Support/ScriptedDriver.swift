import CPKCS11

@testable import PKCS11DeviceKeys

/// A driver of a slot that cannot say what is in it and of three tokens: `final` has one try left, `locked` none, `open` all. It has no function
/// to log in with, so that who would try a PIN hears that.
enum ScriptedDriver {
    /// Lends it.
    static func use<Result>(_ body: (PKCS11Module) -> Result) -> Result {
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
        return withUnsafeMutablePointer(to: &functions) { body(PKCS11Module(functions: $0)) }
    }
}
