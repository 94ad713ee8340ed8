import Foundation

/// The person's folders, where the XDG Base Directory Specification has them.
enum UserFolder {
    static var state: String { folder("XDG_STATE_HOME", orHome: ".local/state") }
    static var providers: String { folder("XDG_DATA_HOME", orHome: ".local/share") + "/providers" }
    /// Empty where nobody has made one at login.
    static var runtime: String { ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { $0 + "/mdoc" } ?? "" }

    private static func folder(_ variable: String, orHome path: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        return (environment[variable] ?? (environment["HOME"] ?? NSHomeDirectory()) + "/" + path) + "/mdoc"
    }
}
