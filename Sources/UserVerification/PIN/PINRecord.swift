import Crypto
import CryptoExtras
import Foundation

/// What is kept of a PIN: a salt and what scrypt (RFC 7914) makes of it and the PIN.
struct PINRecord: Sendable {
    /// 32 MiB of memory for each try, three times over.
    static let rounds = 1 << 15
    private static let blockSize = 8
    private static let parallelism = 3
    private static let saltBytes = 16
    private static let hashBytes = 32

    let salt: [UInt8]
    let hash: [UInt8]
    /// The cost factor it was made with.
    let rounds: Int

    init(salt: [UInt8], hash: [UInt8], rounds: Int) {
        self.salt = salt
        self.hash = hash
        self.rounds = rounds
    }

    /// Keeps a new PIN.
    init(_ pin: PIN, rounds: Int) throws(UserVerificationError) {
        salt = SymmetricKey(size: .init(bitCount: Self.saltBytes * 8)).withUnsafeBytes { Array($0) }
        self.rounds = rounds
        hash = try Self.derive(pin, salt, rounds).withUnsafeBytes { Array($0) }
    }

    /// Whether it is this PIN; comparing takes the same time wherever they differ.
    func matches(_ pin: PIN) throws(UserVerificationError) -> Bool {
        try Self.derive(pin, salt, rounds) == SymmetricKey(data: hash)
    }

    private static func derive(_ pin: PIN, _ salt: [UInt8], _ rounds: Int) throws(UserVerificationError) -> SymmetricKey {
        do {
            return try KDF.Scrypt.deriveKey(
                from: pin.digits, salt: salt, outputByteCount: hashBytes, rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        } catch {
            throw .unavailable("there is no memory to try a PIN")
        }
    }
}
