import Foundation

/// The person's folders, where the XDG Base Directory Specification has them. A path that is empty or not absolute is none.
enum UserFolder {
    static var state: String { folder("XDG_STATE_HOME", orHome: ".local/state") }
    static var providers: String { folder("XDG_DATA_HOME", orHome: ".local/share") + "/providers" }
    /// Empty where nobody has made one at login.
    static var runtime: String { absolute("XDG_RUNTIME_DIR").map { $0 + "/mdoc" } ?? "" }

    private static func folder(_ variable: String, orHome path: String) -> String {
        (absolute(variable) ?? (absolute("HOME") ?? NSHomeDirectory()) + "/" + path) + "/mdoc"
    }

    private static func absolute(_ variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
