import Glibc

/// Listening sockets that systemd has opened for this process (`sd_listen_fds(3)`): the first is descriptor 3, names stand in their order.
package struct InheritedSockets: Sendable {
    private static let first: CInt = 3
    private let names: [Substring]

    /// Reads the process's environment.
    package init() {
        func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let isForThisProcess = value("LISTEN_PID").flatMap { Int32($0) } == getpid()
        let count = value("LISTEN_FDS").flatMap { Int($0) } ?? 0
        names = isForThisProcess ? Array((value("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false).prefix(count)) : []
    }

    /// The socket of a name; nil where systemd has opened none.
    package func listener(named name: String) -> LocalListener? {
        names.firstIndex { $0 == name }.map { LocalListener(listening: Self.first + CInt($0)) }
    }
}
