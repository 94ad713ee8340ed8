import CPostgreSQL
import VerificationSessions

/// How a PostgreSQL database is reached.
public struct PostgreSQLSettings: Sendable {
    /// How much of the server's identity is proved (`sslmode` of libpq).
    public enum TLSMode: String, Sendable, Hashable, CaseIterable {
        /// No encryption: for a Unix socket or the loopback interface.
        case disable
        /// Encryption with whoever answers.
        case require
        /// The server has a certificate of the root.
        case verifyAuthority = "verify-ca"
        /// The server has a certificate of the root, for the host's name.
        case verifyFull = "verify-full"
    }

    /// libpq's connection string, `host=db.internal dbname=verification user=verifier` or `postgresql://...`.
    ///
    /// Where neither it nor `tls` says otherwise, the server's certificate must verify in full.
    public let connection: String
    /// The mode of TLS, over that of the connection string.
    public var tls: TLSMode?
    /// A PEM file with the roots that the server's certificate may end in, over that of the connection string.
    public var rootCertificate: String?
    /// Most connections at once, but for one that may ask for a moment whether the server has ended what was given up on another.
    public var poolSize = 8
    /// Seconds a call waits for a free connection.
    public var waitSeconds = 5
    /// Seconds within which a connection must be made.
    public var connectSeconds = 5
    /// Seconds after which the server ends a statement. Where it says nothing for as long as this and `connectSeconds` together, the connection
    /// is lost.
    public var statementSeconds = 5

    /// Takes a connection string.
    public init(connection: String) { self.connection = connection }

    /// Refuses what could not work, before anything is tried.
    func validate() throws(StoreFailure) {
        guard let options = PQconninfoParse(connection, nil) else {
            throw .unavailable("the connection string cannot be read; write it as host=... dbname=... user=..., or as postgresql://user@host/database")
        }
        PQconninfoFree(options)
        guard (1...100).contains(poolSize) else { throw .unavailable("a pool has 1 to 100 connections, not \(poolSize)") }
        for (name, seconds) in [("waiting", waitSeconds), ("connecting", connectSeconds), ("a statement", statementSeconds)]
        where !(1...300).contains(seconds) {
            throw .unavailable("\(name) may take 1 to 300 seconds, not \(seconds)")
        }
    }

    /// Seconds for which the server may say nothing while it is asked something.
    var answerSeconds: Int { statementSeconds + connectSeconds }

    /// libpq's parameters. Of two with one name the later counts, and the connection string stands where `dbname` is.
    var parameters: [(name: String, value: String)] {
        var parameters = [
            ("sslmode", TLSMode.verifyFull.rawValue), ("application_name", "verification-store"), ("target_session_attrs", "read-write"),
            // A server that vanished without a word is found out, and the thread that waits for it is freed.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(answerSeconds * 1000)"),
            ("dbname", connection),
            ("connect_timeout", "\(connectSeconds)"), ("client_encoding", "UTF8"),
        ]
        if let tls { parameters.append(("sslmode", tls.rawValue)) }
        if let rootCertificate { parameters.append(("sslrootcert", rootCertificate)) }
        return parameters
    }
}

extension PostgreSQLSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the connection string: there may be a password in it.
    public var description: String { "PostgreSQL settings" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints a password by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
