import Glibc

/// The limit of files that this process may have open at the same time. Connections count as files.
package enum OpenFiles {
    /// What a server opens beside its connections: event loops, its store, its log, and what it asks of others.
    static let besideConnections = 256

    /// As many connections as this process can have room for, 32 at the least, since fewer are no server's.
    package static func connections(atMost most: Int) -> Int {
        guard let highest = ResourceLimit.highest(RLIMIT_NOFILE) else { return most }
        return min(most, max(highest - besideConnections, 32))
    }

    /// Raises the limit as far as a server with so many connections needs, where this process may raise it that far. To be done when a program
    /// starts: it is one limit for all of the process, and for those it starts.
    ///
    /// - Returns: what is missing; nil where all of them fit. A server that runs out of files lets nobody in and is busy with it.
    package static func makeRoom(forConnections connections: Int) throws(SandboxFault) -> OpenFilesShortage? {
        OpenFilesShortage(
            connections: connections, allowed: try ResourceLimit.raise(RLIMIT_NOFILE, to: connections + besideConnections))
    }
}
