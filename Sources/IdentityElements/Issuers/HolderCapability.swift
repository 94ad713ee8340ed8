/// What a wallet on a device can do, and what an issuer asks of one.
public struct HolderCapability: Sendable, Hashable {
    /// How device keys are protected, weakest first.
    public enum KeyLevel: String, Sendable, Hashable, CaseIterable {
        /// In files.
        case software
        /// In a token in software.
        case pkcs11
        /// In a token that says it is hardware.
        case hardware
    }

    /// By what the owner is known, weakest first.
    public enum UserVerification: String, Sendable, Hashable, CaseIterable {
        /// By nothing.
        case none
        /// By what the device's owner set up: a PIN, a passkey.
        case deviceOwner = "device-owner"
        /// By the body.
        case biometric
    }

    /// How device keys are protected.
    public let keyLevel: KeyLevel
    /// By what the owner is known.
    public let userVerification: UserVerification
    /// Whether it is a second, less capable device that belongs to another, such as a watch.
    public let isCompanion: Bool
    /// The newest version of the protocol it speaks: major and minor.
    public let version: [Int]

    /// Describes a wallet.
    public init(keyLevel: KeyLevel, userVerification: UserVerification, isCompanion: Bool = false, version: [Int]) {
        self.keyLevel = keyLevel
        self.userVerification = userVerification
        self.isCompanion = isCompanion
        self.version = version
    }

    /// Why a wallet falls short of what is asked; empty where it does not.
    public func shortfalls(of wallet: HolderCapability) -> [CapabilityShortfall] {
        var shortfalls: [CapabilityShortfall] = []
        if Self.rank(wallet.keyLevel) < Self.rank(keyLevel) { shortfalls.append(.keyLevel(keyLevel)) }
        if Self.rank(wallet.userVerification) < Self.rank(userVerification) { shortfalls.append(.userVerification(userVerification)) }
        if wallet.isCompanion, !isCompanion { shortfalls.append(.companion) }
        if wallet.version.lexicographicallyPrecedes(version) { shortfalls.append(.version(version)) }
        return shortfalls
    }

    private static func rank<Level: CaseIterable & Equatable>(_ level: Level) -> Int where Level.AllCases == [Level] {
        Level.allCases.firstIndex(of: level) ?? 0
    }
}
