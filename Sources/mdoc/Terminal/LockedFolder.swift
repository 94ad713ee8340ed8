import OwnerOnlyFiles

/// A folder that one program at a time works in.
enum LockedFolder {
    /// Runs `body` while no other program that asks for the same changes the folder.
    ///
    /// - Parameter option: the option that named it, for messages.
    static func run<Value>(in path: String, for option: String, _ body: () throws -> Value) throws -> Value {
        let lock: Int32
        do { lock = try OwnerOnlyFolder.lock(path) } catch {
            throw CommandFailure("the folder \(error.description)", at: path, mend: "check the path given to \(option)")
        }
        defer { OwnerOnlyFolder.unlock(lock) }
        return try body()
    }
}
