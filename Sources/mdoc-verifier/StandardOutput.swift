import Glibc

/// Lines that a waiting program must see at once.
enum StandardOutput {
    static func flush() { fflush(nil) }
}
