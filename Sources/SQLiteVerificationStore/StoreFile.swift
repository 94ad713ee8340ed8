import Glibc

/// A store's file before SQLite opens it.
enum StoreFile {
    /// Makes an empty file that its owner alone can read, where there is none: SQLite gives the files beside it the same rights. Why it
    /// cannot be made, SQLite says.
    static func prepare(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }
}
