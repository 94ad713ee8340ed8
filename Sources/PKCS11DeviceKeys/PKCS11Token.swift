import CPKCS11

/// A token, as its slot describes it.
struct PKCS11Token {
    let slot: CK_SLOT_ID
    /// The name that its owner gave it.
    let label: String
    /// The number that its maker gave it, and no other token.
    let serial: String
    let flags: CK_FLAGS

    init(slot: CK_SLOT_ID, info: CK_TOKEN_INFO) {
        self.slot = slot
        label = Self.text(info.label)
        serial = Self.text(info.serialNumber)
        flags = info.flags
    }

    /// Whether its user's PIN is locked, or one more wrong one would lock it.
    var isLockedOrNextToIt: Bool { flags & CK_FLAGS(CKF_USER_PIN_FINAL_TRY | CKF_USER_PIN_LOCKED) != 0 }

    /// A field that is filled up with spaces.
    private static func text(_ field: some Any) -> String {
        let text = withUnsafeBytes(of: field) { String(decoding: $0, as: UTF8.self) }
        return String(text.dropLast(text.reversed().prefix { $0 == " " }.count))
    }
}
