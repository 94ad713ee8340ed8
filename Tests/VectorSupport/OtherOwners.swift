import Foundation

/// Other users, to whom a test gives files.
public enum OtherOwners {
    /// Whether this process may give them any: root may, unless a container keeps it from that.
    public static let areAllowed: Bool = {
        guard geteuid() == 0 else { return false }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("owner-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let users: [uid_t] = [65_533, 65_534]
        return FileManager.default.createFile(atPath: file, contents: nil) && users.allSatisfy { chown(file, $0, $0) == 0 }
    }()
}
