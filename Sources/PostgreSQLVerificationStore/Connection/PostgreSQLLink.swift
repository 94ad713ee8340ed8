import CPostgreSQL
import Foundation

/// One open connection. It belongs to the thread of a `PostgreSQLConnection`; a call waits for the server, unless it has nothing to ask.
final class PostgreSQLLink {
    /// What a statement gave.
    struct Answer {
        let rows: [PostgreSQLRow]
        /// How many rows a change touched.
        let changes: Int
    }

    /// A statement and its parameters.
    typealias Statement = (text: String, values: [PostgreSQLValue])

    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]
    /// Whether the next statement is the first of a transaction.
    private var isBeginning = false
    /// For how long a call waits for the server.
    private var deadline: AnswerDeadline?
    /// The server's process for this connection, by the server's own word: a pooler in between may give another number.
    private var process: Int64?
    /// Whether the transaction may take as long as it needs.
    private var isUnhurried = false

    // Whatever the role's defaults are, this is what the statements are written for.
    private static let begin: Statement = ("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", [])

    /// Connects, and sets what every connection of a store has.
    init(_ settings: PostgreSQLSettings) throws(PostgreSQLFault) {
        let parameters = settings.parameters
        let names = parameters.map { strdup($0.name) }
        let values = parameters.map { strdup($0.value) }
        defer { for pointer in names + values { free(pointer) } }
        let namePointers = names.map { UnsafePointer($0) } + [nil]
        let valuePointers = values.map { UnsafePointer($0) } + [nil]
        guard let handle = PQconnectdbParams(namePointers, valuePointers, 1) else { throw .unreachable }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw .unreachable }
        // Notices would go to standard error, values and all.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        deadline = AnswerDeadline(of: PQsocket(handle), seconds: settings.answerSeconds)
        guard deadline != nil else { throw .unreachable }
        let own = try run(Self.preparation(statementMilliseconds: settings.statementSeconds * 1000))
        process = try own.rows.first?.text("process").flatMap { Int64($0) }
    }

    deinit {
        PQfinish(handle)
        deadline?.close()
    }

    /// A statement that waits longer than it may is ended by the server, and so is a transaction whose process hangs. A role or
    /// a database may have switched off waiting for the disk; what a store acknowledges must be there after a crash. It may have other defaults
    /// for transactions, too, which statements would have that are one by themselves; a standby refuses to write whatever they are.
    private static func preparation(statementMilliseconds: Int) -> String {
        """
        SET statement_timeout = \(statementMilliseconds);
        SET idle_in_transaction_session_timeout = \(statementMilliseconds);
        SET default_transaction_isolation = 'read committed';
        SET default_transaction_read_only = off;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        SELECT pg_backend_pid() AS process;
        """
    }

    /// Runs statements without parameters.
    func script(_ text: String) throws(PostgreSQLFault) { _ = try run(text) }

    /// What the last of some statements gave, as text.
    private func run(_ text: String) throws(PostgreSQLFault) -> Answer {
        let first = isBeginning ? Self.begin.text + ";" : ""
        isBeginning = false
        waitForAnswer()
        defer { deadline?.end() }
        return try answer(PQexec(handle, first + text))
    }

    /// Opens a transaction, with its first statement: alone that would be one more wait for the server.
    func begin() { isBeginning = true }

    /// Ends a transaction for good.
    func commit() throws(PostgreSQLFault) { try end("COMMIT") }

    /// Ends a transaction as if nothing of it had been.
    func rollback() throws(PostgreSQLFault) { try end("ROLLBACK") }

    /// Lets the transaction take as long as it needs, for what takes longer than any request may.
    func unhurry() throws(PostgreSQLFault) {
        isUnhurried = true
        try script("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
    }

    private func end(_ statement: String) throws(PostgreSQLFault) {
        defer { isUnhurried = false }
        if isBeginning { isBeginning = false } else { try query(statement) }
    }

    /// Runs one statement, prepared at its first use on this connection.
    @discardableResult
    func query(_ statement: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLFault) -> Answer {
        if isBeginning { return try queries([(statement, values)])[0] }
        waitForAnswer()
        defer { deadline?.end() }
        let name = try prepare(statement)
        return try answer(Self.withParameters(values) { PQexecPrepared(handle, name, $0.count, $0.pointers, $0.lengths, $0.formats, 1) })
    }

    /// Runs statements one after the other, and waits for the server once. After one that fails none is run. All are prepared before the
    /// first is run, so none may need what another one makes.
    @discardableResult
    func queries(_ statements: [Statement]) throws(PostgreSQLFault) -> [Answer] {
        if statements.isEmpty { return [] }
        waitForAnswer()
        defer { deadline?.end() }
        let sent = (isBeginning ? [Self.begin] : []) + statements
        var names: [String] = []
        for statement in sent { names.append(try prepare(statement.text)) }
        // To the server each statement has its own time, and it says nothing before the last has ended.
        waitForAnswer(times: sent.count)
        guard PQenterPipelineMode(handle) == 1 else { throw .lost }
        isBeginning = false
        for (statement, name) in zip(sent, names) {
            let isSent = Self.withParameters(statement.values) {
                PQsendQueryPrepared(handle, name, $0.count, $0.pointers, $0.lengths, $0.formats, 1)
            }
            guard isSent == 1 else { throw .lost }
        }
        guard PQpipelineSync(handle) == 1 else { throw .lost }
        let answers = try received(sent.count)
        return Array(answers.suffix(statements.count))
    }

    /// What came of statements that were sent together. A connection on which more or less has come than that is lost, since what would
    /// come next on it is not known.
    private func received(_ count: Int) throws(PostgreSQLFault) -> [Answer] {
        var answers: [Answer] = []
        var fault: PostgreSQLFault?
        for _ in 0..<count {
            guard let result = PQgetResult(handle) else { throw .lost }
            // Those behind the first that failed say no more than that they were not run.
            if fault == nil { do { answers.append(try answer(result)) } catch { fault = error } } else { PQclear(result) }
            try receiveEnd()
        }
        guard let end = PQgetResult(handle) else { throw .lost }
        defer { PQclear(end) }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC, PQexitPipelineMode(handle) == 1 else { throw .lost }
        if let fault { throw fault }
        return answers
    }

    /// The statement that was given up on this connection; nil where none was.
    var givenUp: GivenUpStatement? {
        guard let process, let moment = deadline?.cut else { return nil }
        return GivenUpStatement(process: process, moment: moment)
    }

    /// Whether the server is still at work on a statement that was given up on another connection.
    func isServerAtWork(on statement: GivenUpStatement) throws(PostgreSQLFault) -> Bool {
        // Later processes may have its number. By the server's clock alone, which this one need not agree with. What a process does is hidden from
        // a role other than that which logged in, and from all where the server keeps no account of it; that it holds a change is not.
        let working = """
            SELECT 1 FROM pg_stat_activity WHERE pid = $1::bigint AND pid <> pg_backend_pid()
                AND (backend_start IS NULL OR backend_start < clock_timestamp() - $2::bigint * interval '1 second')
                AND (
                    state = 'active' OR coalesce(state, 'disabled') = 'disabled'
                    AND EXISTS (SELECT 1 FROM pg_locks WHERE pid = $1::bigint AND locktype = 'transactionid' AND granted)
                )
            """
        let seconds = (ContinuousClock.now - statement.moment).components.seconds
        do { return try !query(working, [.integer(statement.process), .integer(seconds)]).rows.isEmpty } catch .refused {
            // An administrator may have closed that view to all others.
            return false
        }
    }

    private func waitForAnswer(times count: Int = 1) {
        if !isUnhurried { deadline?.begin(times: count) }
    }

    private func receiveEnd() throws(PostgreSQLFault) {
        guard let more = PQgetResult(handle) else { return }
        PQclear(more)
        throw .lost
    }

    /// Parameters as libpq takes them.
    private struct Parameters {
        let count: Int32
        let pointers: [UnsafePointer<CChar>?]
        let lengths: [Int32]
        let formats: [Int32]
    }

    private static func withParameters<Value>(_ values: [PostgreSQLValue], _ body: (Parameters) -> Value) -> Value {
        let encoded = values.map(\.encoded)
        // One buffer for all parameters, so that the pointers into it live as long as the call.
        let buffer = encoded.flatMap { $0 ?? [] }
        let lengths = encoded.map { Int32($0?.count ?? 0) }
        // An empty value needs a pointer too: none means NULL.
        return (buffer + [0]).withUnsafeBytes { bytes in
            var offset = 0
            let pointers: [UnsafePointer<CChar>?] = encoded.map { value in
                guard let value else { return nil }
                defer { offset += value.count }
                return bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
            }
            return body(
                Parameters(
                    count: Int32(values.count), pointers: pointers, lengths: lengths, formats: [Int32](repeating: 1, count: values.count)))
        }
    }

    private func prepare(_ statement: String) throws(PostgreSQLFault) -> String {
        if let name = prepared[statement] { return name }
        let name = "s\(prepared.count)"
        _ = try answer(PQprepare(handle, name, statement, 0, nil))
        prepared[statement] = name
        return name
    }

    private func answer(_ result: OpaquePointer?) throws(PostgreSQLFault) -> Answer {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return Self.read(result)
        default:
            guard PQstatus(handle) == CONNECTION_OK, let state = PQresultErrorField(result, Int32(PG_RESULT_SQLSTATE)) else { throw .lost }
            throw PostgreSQLFault(state: String(cString: state))
        }
    }

    private static func read(_ result: OpaquePointer?) -> Answer {
        var columns: [String: Int] = [:]
        let width = PQnfields(result)
        for index in 0..<width { if let name = PQfname(result, index) { columns[String(cString: name)] = Int(index) } }
        let rows = (0..<PQntuples(result)).map { row in
            PostgreSQLRow(
                columns: columns,
                cells: (0..<width).map { column in
                    guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
                    return Array(UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column))))
                })
        }
        return Answer(rows: rows, changes: PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0)
    }
}
