import OwnerOnlyFiles

/// A folder that one program at a time works in.
enum LockedFolder {
    /// Runs `body` while no other program that asks for the same changes the folder. It waits for as long as those take: signing a long list does,
    /// and whoever runs this sees it wait.
    ///
    /// - Parameter option: the option that named it, for messages.
    static func run<Value>(in path: String, for option: String, _ body: () throws -> Value) throws -> Value {
        let lock: Int32
        do { lock = try OwnerOnlyFolder.lock(path, patience: nil) } catch {
            throw CommandFailure("the folder \(error.description)", at: path, mend: "check the path given to \(option)")
        }
        defer { OwnerOnlyFolder.unlock(lock) }
        return try body()
    }

    /// Writes what `make` gives, in the lock, so that of two that are made at one time the later one stays; after it where whoever reads might keep
    /// others waiting.
    static func run<Value>(
        in path: String, for option: String, writing file: OutputFile, _ make: () throws -> (bytes: [UInt8], value: Value)
    ) throws -> Value {
        // Before anything is recorded or signed that nobody could be given.
        try file.checkBeforehand()
        try file.checkNoTerminal()
        let awaitsReader = file.awaitsReader
        let made = try run(in: path, for: option) {
            let made = try make()
            if !awaitsReader { try file.write(binary: made.bytes) }
            return made
        }
        if awaitsReader { try file.write(binary: made.bytes) }
        return made.value
    }
}
