/// More connections than a process can have with the files that it may open.
package struct OpenFilesShortage: Sendable, Hashable, CustomStringConvertible {
    private let connections: Int
    private let allowed: Int

    /// Nil where the connections fit.
    init?(connections: Int, allowed: Int) {
        guard allowed < connections + OpenFiles.besideConnections else { return nil }
        self.connections = connections
        self.allowed = allowed
    }

    /// What is missing, and how to mend it.
    package var description: String {
        """
        \(connections) connections need \(connections + OpenFiles.besideConnections) open files, and this process may have \(allowed); \
        raise its hard limit (ulimit -n, or LimitNOFILE of a systemd unit), or give fewer
        """
    }
}
