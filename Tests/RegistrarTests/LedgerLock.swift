import Foundation
import Testing

/// The lock of whoever changes a ledger, held by somebody else.
final class LedgerLock: Sendable {
    private let descriptor: Int32

    /// - Parameter path: path of the ledger.
    init(of path: String) throws {
        descriptor = open(path + ".lock", O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    // Unlocked, not only closed: a program that another test starts in this moment may have inherited the file.
    deinit {
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    func hold() throws { try #require(flock(descriptor, LOCK_EX) == 0) }

    func release() throws { try #require(flock(descriptor, LOCK_UN) == 0) }
}
