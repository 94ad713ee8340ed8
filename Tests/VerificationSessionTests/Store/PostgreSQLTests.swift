import Foundation
import RelyingParty
import Testing
import VerificationSessions

@testable import PostgreSQLVerificationStore

/// What only PostgreSQL brings: a network, a server that restarts, TLS, a pool.
@Suite("PostgreSQL", .enabled(if: StoreEngine.postgreSQLConnection != nil, StoreEngine.skipReason))
struct PostgreSQLTests {
    private func with(_ body: (StoreDatabase) async throws -> Void) async throws { try await StoreDatabase.with(.postgreSQL, body) }

    /// Makes the first commits that change sessions end their own connection, and counts the attempts.
    ///
    /// - Parameter changes: of commits that change so many sessions at least.
    private func breakCommits(_ database: StoreDatabase, _ count: Int, on event: String, of changes: Int = 1) throws {
        try database.sql(
            """
            CREATE SEQUENCE attempts;
            CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF (SELECT count(*) FROM session WHERE xmin = pg_current_xact_id()::xid) >= \(changes) AND nextval('attempts') <= \(count) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER cut AFTER \(event) ON session DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut();
            """)
    }

    private func endConnections(of database: StoreDatabase) throws {
        try database.sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND application_name = 'lost-\(database.location.suffix(8))'
            """)
    }

    @Test("Connections that the server ended while idle are made anew without anyone noticing")
    func idleLoss() async throws {
        try await with { database in
            var settings = PostgreSQLSettings.patient(database.location + " application_name=lost-\(database.location.suffix(8))")
            settings.poolSize = 1
            let store = try await PostgreSQLVerificationStore(settings)
            let (id, binding) = try await store.handedOut()
            try endConnections(of: database)
            #expect(try await store.session(id)?.status == .requested, "a statement")
            try endConnections(of: database)
            guard case .claimed = try await store.claim(id, binding: binding, at: Sample.now) else {
                Issue.record("a transaction")
                return
            }
            try endConnections(of: database)
            #expect(try await store.settle(id, Sample.refused(), webhook: nil, audit: Sample.audit(id)))
            await store.close()
        }
    }

    @Test("A claim whose commit was cut off is undetermined and is not repeated")
    func claimInDoubt() async throws {
        try await with { database in
            let store = try await database.open()
            let (id, binding) = try await store.handedOut()
            try breakCommits(database, 1, on: "UPDATE")
            await #expect(throws: StoreFailure.undetermined("the connection was lost at the commit")) {
                try await store.claim(id, binding: binding, at: Sample.now)
            }
            // This one was undone by the server; whoever asks again finds that out.
            guard case .claimed = try await store.claim(id, binding: binding, at: Sample.now) else {
                Issue.record("the next claim is a new one")
                return
            }
        }
    }

    @Test("A transaction begins with its first statement, of whatever kind")
    func beginning() async throws {
        try await with { database in
            let link = try PostgreSQLLink(database.settings)
            let making = "CREATE TABLE begun (number BIGINT)"
            let first: [() throws -> Void] = [{ try link.script(making) }, { try link.query(making) }, { try link.queries([(making, [])]) }]
            for make in first {
                link.begin()
                try make()
                try link.rollback()
                #expect(throws: PostgreSQLFault.refused(state: "42P01"), "it was undone") { try link.query("SELECT number FROM begun") }
            }
            link.begin()
            try link.rollback()
            try link.query(making)
            #expect(try PostgreSQLLink(database.settings).query("SELECT number FROM begun").rows.isEmpty, "no transaction was open any more")
        }
    }

    @Test("Of statements that are sent together, none is run after one that fails, and the connection goes on")
    func together() async throws {
        try await with { database in
            let link = try PostgreSQLLink(database.settings)
            try link.script("CREATE TABLE number (number BIGINT PRIMARY KEY)")
            func adding(_ number: Int64) -> PostgreSQLLink.Statement { ("INSERT INTO number VALUES ($1)", [.integer(number)]) }
            #expect(try link.queries([adding(1), adding(2), ("SELECT number FROM number", [])]).map(\.changes) == [1, 1, 2])
            link.begin()
            #expect(throws: PostgreSQLFault.refused(state: "23505")) { try link.queries([adding(3), adding(1), adding(4)]) }
            try link.rollback()
            #expect(try link.query("SELECT number FROM number").rows.count == 2)
            #expect(throws: PostgreSQLFault.lost) {
                try link.queries([adding(5), ("SELECT pg_terminate_backend(pg_backend_pid())", []), adding(6)])
            }
            #expect(try PostgreSQLLink(database.settings).query("SELECT number FROM number").rows.count == 2)
        }
    }

    /// Settles sessions while the end of the audit chain is held, so that they wait side by side, and releases them once all do.
    ///
    /// - Returns: what became of each.
    private func settleTogether(
        _ ids: [SessionIdentifier], _ store: any VerificationStore, _ database: StoreDatabase
    ) async throws -> [Result<Bool, StoreFailure>] {
        let holder = try await holdingChainsEnd(database)
        let settling = Task {
            await withTaskGroup(of: Result<Bool, StoreFailure>.self) { group in
                for id in ids {
                    group.addTask {
                        do throws(StoreFailure) {
                            return .success(try await store.settle(id, Sample.verified(), webhook: Sample.webhook(), audit: Sample.audit(id)))
                        } catch { return .failure(error) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        // Once a transaction waits for the chain, the others have a moment to gather behind it. Other tests' connections wait for it, too.
        let watcher = try PostgreSQLLink(database.settings)
        let waiters = """
            SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE locktype = 'advisory' AND NOT granted AND application_name = current_setting('application_name')
            """
        while try watcher.query(waiters).rows.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(300))
        try holder.rollback()
        return await settling.value
    }

    /// A connection that holds the end of the audit chain until it rolls back.
    ///
    /// The tests share a database, and so the lock: another may hold it, and it is not waited for in a call, which would take a thread from the
    /// very test that is to give it back.
    private func holdingChainsEnd(_ database: StoreDatabase) async throws -> PostgreSQLLink {
        let holder = try PostgreSQLLink(database.settings)
        holder.begin()
        let key = AdvisoryLock.auditHead.taking.values
        while try holder.query("SELECT pg_try_advisory_xact_lock($1::bigint) AS taken", key).rows.first?.bytes("taken") != [1] {
            try await Task.sleep(for: .milliseconds(10))
        }
        return holder
    }

    /// How many transactions wrote the audit records.
    private func auditTransactions(_ database: StoreDatabase) throws -> Int {
        try PostgreSQLLink(database.settings).query("SELECT DISTINCT xmin::text FROM audit").rows.count
    }

    @Test("Sessions that end at the same time share transactions, and are each settled once")
    func joined() async throws {
        try await with { database in
            let store = try await database.open()
            var claimed: [SessionIdentifier] = []
            for _ in 0..<100 { claimed.append(try await store.claimed()) }
            let settled = try await settleTogether(claimed, store, database)
            #expect(settled.allSatisfy { $0 == .success(true) })
            #expect(try await store.checkedAudit().count == 100)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(9), limit: 200).count == 100)
            // The first has what had come by then, and those behind it are as few as can be.
            #expect(try auditTransactions(database) < 30)
        }
    }

    @Test("A session that others hold is waited for by itself, and by none of those that end beside it")
    func heldSession() async throws {
        try await with { database in
            let store = try await database.open()
            var claimed: [SessionIdentifier] = []
            for _ in 0..<40 { claimed.append(try await store.claimed()) }
            let held = try #require(claimed.last)
            let holder = try PostgreSQLLink(database.settings)
            holder.begin()
            try holder.query("SELECT id FROM session WHERE id = $1 FOR UPDATE", [.text(held.rawValue)])
            let waiting = Task { try await store.settle(held, Sample.verified(), webhook: nil, audit: Sample.audit(held)) }
            let others = Array(claimed.dropLast())
            let settled = try await settleTogether(others, store, database)
            #expect(settled.allSatisfy { $0 == .success(true) })
            #expect(try await store.checkedAudit().count == 39)
            try holder.rollback()
            #expect(try await waiting.value)
            #expect(try await store.checkedAudit().count == 40)
        }
    }

    @Test("Sessions whose shared commit is cut are each settled once, whether it was undone or its confirmation lost", arguments: [true, false])
    func repeatedCommitOfMany(_ isUndone: Bool) async throws {
        try await with { database in
            let relay = try CommitCutter(to: StoreEngine.postgreSQLConnection ?? "")
            defer { relay.stop() }
            let settings = PostgreSQLSettings.patient(database.location + " host=127.0.0.1 port=\(relay.port) sslmode=disable")
            let store = try await PostgreSQLVerificationStore(settings)
            var claimed: [SessionIdentifier] = []
            for _ in 0..<80 { claimed.append(try await store.claimed()) }
            // Not the first, which holds no more than what had come by then.
            if isUndone { try breakCommits(database, 1, on: "UPDATE", of: 8) } else { relay.cutNext(after: 2) }
            let settled = try await settleTogether(claimed, store, database)
            #expect(settled.allSatisfy { $0 == .success(true) })
            let direct = try await database.open()
            #expect(try await direct.checkedAudit().count == 80)
            #expect(try await direct.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(9), limit: 100).count == 80)
            #expect(relay.cuts == (isUndone ? 0 : 1))
            if isUndone {
                let attempts = try PostgreSQLLink(database.settings).query("SELECT is_called FROM attempts").rows.first
                #expect(try attempts?.bytes("is_called") == [1], "a commit was cut")
            }
            await store.close()
        }
    }

    @Test("Where the chain cannot be had all who wait are told at once, instead of each trying alone")
    func manyWithoutChain() async throws {
        try await with { database in
            // Made by a store with time enough; the one with little of it is for what has to fail.
            let patient = try await database.open()
            var claimed: [SessionIdentifier] = []
            for _ in 0..<100 { claimed.append(try await patient.claimed()) }
            var settings = database.settings
            settings.statementSeconds = 1
            let store = try await PostgreSQLVerificationStore(settings)
            // A sequence goes on also where its transaction is undone.
            try database.sql(
                """
                CREATE SEQUENCE tries;
                CREATE FUNCTION try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('tries'); RETURN NULL; END $$;
                CREATE TRIGGER try BEFORE UPDATE ON session FOR EACH STATEMENT EXECUTE FUNCTION try();
                """)
            let holder = try await holdingChainsEnd(database)
            let failed = await withTaskGroup(of: Bool.self) { group in
                for id in claimed {
                    group.addTask {
                        do throws(StoreFailure) { return try await store.settle(id, Sample.verified(), webhook: nil, audit: Sample.audit(id)) } catch {
                            return if case .unavailable = error { false } else { true }
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try holder.rollback()
            #expect(failed == [Bool](repeating: false, count: 100))
            let tries = try PostgreSQLLink(database.settings).query("SELECT last_value AS tries FROM tries").rows.first?.requiredInteger("tries")
            #expect(try #require(tries) < 100)
            #expect(try await patient.auditRecords(after: 0, limit: 10).isEmpty)
            for id in claimed.prefix(3) { #expect(try await settle(id, tryingAgain: store)) }
            await store.close()
        }
    }

    /// Settles a session by a store with little time. Other tests hold the end of the chain, too; what was given up for them was undone.
    private func settle(_ id: SessionIdentifier, tryingAgain store: PostgreSQLVerificationStore) async throws -> Bool {
        for _ in 1...100 {
            do throws(StoreFailure) { return try await store.settle(id, Sample.verified(), webhook: nil, audit: Sample.audit(id)) } catch {
                guard case .unavailable = error else { throw error }
            }
        }
        return false
    }

    @Test("Settling and handing out are repeated after a cut commit, once")
    func repeatedCommit() async throws {
        try await with { database in
            let store = try await database.open()
            let id = try await store.claimed()
            try breakCommits(database, 1, on: "UPDATE")
            #expect(try await store.settle(id, Sample.verified(), webhook: Sample.webhook(), audit: Sample.audit(id)))
            #expect(try await store.checkedAudit().count == 1)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(9), limit: 9).count == 1)
            try database.sql("ALTER SEQUENCE attempts RESTART")
            let record = try Sample.record()
            try await store.insert(record)
            #expect(try await store.handOut(record.id, binding: [1], request: [2], secret: [3], at: Sample.now) == .bound)
        }
        try await with { database in
            let store = try await database.open()
            let id = try await store.claimed()
            try breakCommits(database, 2, on: "UPDATE")
            await #expect(throws: StoreFailure.undetermined("the connection was lost at the commit")) {
                try await store.settle(id, Sample.verified(), webhook: nil, audit: Sample.audit(id))
            }
        }
    }

    @Test("What a cut commit did write is recognised and not written twice")
    func confirmationLost() async throws {
        try await with { database in
            let relay = try CommitCutter(to: StoreEngine.postgreSQLConnection ?? "")
            defer { relay.stop() }
            var settings = PostgreSQLSettings.patient(database.location + " host=127.0.0.1 port=\(relay.port) sslmode=disable")
            settings.poolSize = 1
            let store = try await PostgreSQLVerificationStore(settings)
            let direct = try await database.open()

            let record = try Sample.record()
            try await store.insert(record)
            relay.cutNext()
            #expect(try await store.handOut(record.id, binding: [1], request: [2], secret: [3], at: Sample.now) == .bound)
            relay.cutNext()
            await #expect(throws: StoreFailure.undetermined("the connection was lost at the commit")) {
                try await store.claim(record.id, binding: [1], at: Sample.now)
            }
            #expect(try await store.claim(record.id, binding: [1], at: Sample.now) == .used, "it had happened")

            let settlement = Sample.verified()
            relay.cutNext()
            #expect(try await store.settle(record.id, settlement, webhook: nil, audit: Sample.audit(record.id)))
            #expect(try await direct.report(record.id) == settlement.report)
            #expect(try await direct.checkedAudit().count == 1)
            #expect(relay.cuts == 3)
            #expect(try await !store.settle(record.id, settlement, webhook: nil, audit: Sample.audit(record.id)), "without a loss it is not taken for a repetition")
            await store.close()
        }
    }

    @Test("A server that crashed and came back is used again; while it is away callers hear so")
    func restart() async throws {
        let server = try ThrowAwayServer()
        defer { server.stop() }
        var settings = PostgreSQLSettings.patient(server.connection)
        settings.waitSeconds = 5
        let store = try await PostgreSQLVerificationStore(settings)
        let (id, binding) = try await store.handedOut()
        try server.run("restart")
        guard case .claimed = try await store.claim(id, binding: binding, at: Sample.now) else {
            Issue.record("what was acknowledged before the crash is there after it")
            return
        }
        try server.run("stop")
        await #expect {
            try await store.settle(id, Sample.refused(), webhook: nil, audit: Sample.audit(id))
        } throws: { error in
            if case StoreFailure.unavailable = error { true } else { false }
        }
        await store.close()
    }

    @Test(
        "Certificates are verified in full unless the configuration says otherwise",
        .enabled(if: StoreEngine.postgreSQLConnection?.contains("sslrootcert=") == true, "this PostgreSQL is not reached over TLS"))
    func tls() async throws {
        try await with { database in
            let bare = database.location.split(separator: " ").filter { !$0.hasPrefix("sslmode=") }.joined(separator: " ")
            func connect(_ connection: String, root: String? = nil, tls: PostgreSQLSettings.TLSMode? = nil) async throws {
                var settings = PostgreSQLSettings.patient(connection)
                settings.rootCertificate = root
                settings.tls = tls
                let store = try await PostgreSQLVerificationStore(settings)
                try await store.ping()
                await store.close()
            }
            try await connect(bare)
            await #expect(throws: StoreFailure.self, "another root") { try await connect(bare, root: "/etc/ssl/certs/ca-certificates.crt") }
            await #expect(throws: StoreFailure.self, "no such root") { try await connect(bare, root: "/nowhere/root.crt") }
            await #expect(throws: StoreFailure.self, "another host") { try await connect(bare + " host=localhost.localdomain hostaddr=127.0.0.1") }
            try await connect(bare + " host=localhost.localdomain hostaddr=127.0.0.1", tls: .verifyAuthority)
            try await connect(bare + " sslrootcert=/nowhere/root.crt", tls: .disable)
            let settings = PostgreSQLSettings.patient(bare)
            let link = try PostgreSQLLink(settings)
            #expect(try link.query("SELECT 1 FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl").rows.count == 1)
        }
    }

    @Test("To ping is to write, and leaves no notice: where the server takes no row, as on a full disk, it fails with what the server says")
    func fullDisk() async throws {
        try await with { database in
            let store = try await database.open()
            try await store.ping()
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(9), limit: 9).isEmpty)
            try database.sql(
                """
                CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$;
                CREATE TRIGGER fill BEFORE INSERT ON webhook FOR EACH ROW EXECUTE FUNCTION fill();
                """)
            await #expect(throws: StoreFailure.unavailable("PostgreSQL says 53100: its disk is full; make room there")) { try await store.ping() }
        }
    }

    @Test("A call waits for a connection only so long")
    func busyPool() async throws {
        try await with { database in
            let name = "busy-\(database.location.suffix(8))"
            var settings = PostgreSQLSettings.patient(database.location + " application_name=\(name)")
            settings.poolSize = 1
            settings.waitSeconds = 1
            let store = try await PostgreSQLVerificationStore(settings)
            let id = try await store.claimed()
            // Another session of the server holds the row, so the only connection is busy.
            let blocker = try PostgreSQLLink(database.settings)
            try blocker.script("BEGIN; SELECT 1 FROM session FOR UPDATE")
            async let settled = store.settle(id, Sample.refused(), webhook: nil, audit: Sample.audit(id))
            let watcher = try PostgreSQLLink(database.settings)
            while try watcher.query(
                "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = $1", [.text(name)]
            ).rows.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await #expect(throws: StoreFailure.unavailable("all 1 connections were busy for 1 s")) { try await store.ping() }
            try blocker.script("COMMIT")
            #expect(try await settled)
            try await store.ping()
            await store.close()
        }
    }

    /// Gives a test settings of a role of its own, which may use the schema and has what rights it is given.
    private func withRole(
        _ database: StoreDatabase, _ options: String = "", granting rights: String = "", _ body: (PostgreSQLSettings) async throws -> Void
    ) async throws {
        let name = database.name
        try database.sql("CREATE ROLE \(name) LOGIN PASSWORD '\(name)' \(options); GRANT USAGE ON SCHEMA \(name) TO \(name)")
        defer { try? database.sql("DROP OWNED BY \(name); DROP ROLE \(name)") }
        if !rights.isEmpty { try database.sql("GRANT \(rights) ON ALL TABLES IN SCHEMA \(name) TO \(name)") }
        try await body(PostgreSQLSettings.patient(database.location + " user=\(name) password=\(name)"))
    }

    @Test("Where the server gives fewer connections than a pool may have, those that there are serve all")
    func fewConnections() async throws {
        try await with { database in
            _ = try await database.open()
            try await withRole(database, "CONNECTION LIMIT 1", granting: "SELECT, INSERT, UPDATE, DELETE") { settings in
                var settings = settings
                settings.poolSize = 4
                let store = try await PostgreSQLVerificationStore(settings)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<12 { group.addTask { try await store.ping() } }
                    try await group.waitForAll()
                }
                for _ in 0..<12 { try await store.ping() }
                await store.close()
            }
        }
    }

    @Test("A call ends by itself where its statement gets no answer, and so does closing behind one")
    func swallowed() async throws {
        try await with { database in
            let relay = try CommitCutter(to: StoreEngine.postgreSQLConnection ?? "")
            defer { relay.stop() }
            let id = try await database.open().claimed()
            var settings = PostgreSQLSettings.patient(database.location + " host=127.0.0.1 port=\(relay.port) sslmode=disable")
            settings.statementSeconds = 3
            settings.connectSeconds = 3
            let (settling, pinging) = (try await PostgreSQLVerificationStore(settings), try await PostgreSQLVerificationStore(settings))
            let closing = try await PostgreSQLVerificationStore(settings)
            relay.swallow()
            // Else calls that do not end would keep the test from ending.
            let rescue = Task {
                try await Task.sleep(for: .seconds(60))
                relay.stop()
            }
            defer { rescue.cancel() }
            let began = ContinuousClock.now
            async let settled = hasFailed { _ = try await settling.settle(id, Sample.refused(), webhook: nil, audit: Sample.audit(id)) }
            async let pinged = hasFailed { try await pinging.ping() }
            async let closed = hasFailed { try await closing.ping() }
            try await Task.sleep(for: .milliseconds(500))
            await closing.close()
            let failed = [await settled, await pinged, await closed]
            #expect(failed == [true, true, true])
            #expect(ContinuousClock.now - began < .seconds(45))
            await settling.close()
            await pinging.close()
        }
    }

    private func hasFailed(_ call: @Sendable () async throws -> Void) async -> Bool {
        do { try await call() } catch { return error is StoreFailure }
        return false
    }

    /// Keeps sessions that begin at the same time.
    ///
    /// - Returns: why each was not kept; nil for one that was.
    private func insertTogether(_ count: Int, _ store: PostgreSQLVerificationStore) async throws -> [StoreFailure?] {
        let records = try (0..<count).map { _ in try Sample.record() }
        return await withTaskGroup(of: StoreFailure?.self) { group in
            for record in records {
                group.addTask {
                    do throws(StoreFailure) {
                        try await store.insert(record)
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Makes commits that add to a table wait for longer than a statement may, as they do for a standby that is away.
    ///
    /// - Returns: the connection that holds them up until it gives back its locks.
    private func holdCommits(_ database: StoreDatabase, of table: String) throws -> PostgreSQLLink {
        try database.sql(
            """
            CREATE FUNCTION unhurry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM set_config('statement_timeout', '0', true);
                RETURN NULL;
            END $$;
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_advisory_xact_lock_shared(hashtextextended(current_schema()::text, 0));
                RETURN NULL;
            END $$;
            CREATE TRIGGER unhurry AFTER INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION unhurry();
            CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON \(table) DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold();
            """)
        let holder = try PostgreSQLLink(database.settings)
        try holder.script("SELECT pg_advisory_lock(hashtextextended(current_schema()::text, 0))")
        return holder
    }

    /// Whether a store that what was given up stood in the way of serves again within a while.
    private func isServedAgain(by store: PostgreSQLVerificationStore) async throws -> Bool {
        for _ in 0..<100 {
            if await !hasFailed({ try await store.ping() }) { return true }
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }

    /// Gives a test settings of a role that works as another one, which sees no more of what the first one's processes do than that they are there.
    private func withRoleOfOther(_ database: StoreDatabase, granting rights: String, _ body: (PostgreSQLSettings) async throws -> Void) async throws {
        let (name, other) = (database.name, "other_" + database.name)
        try await withRole(database) { settings in
            try database.sql(
                """
                CREATE ROLE \(other);
                GRANT USAGE ON SCHEMA \(name) TO \(other);
                GRANT \(rights) ON ALL TABLES IN SCHEMA \(name) TO \(other);
                GRANT \(other) TO \(name);
                ALTER ROLE \(name) SET role = \(other)
                """)
            defer { try? database.sql("DROP OWNED BY \(other); DROP ROLE \(other)") }
            try await body(settings)
        }
    }

    @Test(
        "What is given up keeps its place until the server has ended it, so that no call adds a connection to those that wait there",
        arguments: [false, true])
    func givenUp(_ worksAsOther: Bool) async throws {
        try await with { database in
            _ = try await database.open()
            guard worksAsOther else { return try await giveUp(database, PostgreSQLSettings.patient(database.location)) }
            try await withRoleOfOther(database, granting: "SELECT, INSERT, UPDATE, DELETE") { settings in
                let link = try PostgreSQLLink(settings)
                let hidden = "SELECT 1 FROM pg_stat_activity WHERE pid = pg_backend_pid() AND state IS NULL AND backend_start IS NULL"
                #expect(try link.query(hidden).rows.count == 1)
                try await giveUp(database, settings)
            }
        }
    }

    private func giveUp(_ database: StoreDatabase, _ common: PostgreSQLSettings) async throws {
        let name = "given-\(database.location.suffix(8))"
        var settings = PostgreSQLSettings.patient(common.connection + " application_name=\(name)")
        settings.poolSize = 2
        settings.statementSeconds = 10
        settings.connectSeconds = 5
        let store = try await PostgreSQLVerificationStore(settings)
        let holder = try holdCommits(database, of: "session")
        let first = try await insertTogether(2, store)
        #expect(first == [StoreFailure?](repeating: .undetermined("the connection was lost at the commit"), count: 2))
        for _ in 0..<2 {
            for failure in try await insertTogether(2, store) { #expect(failure?.description.contains("still at work") == true) }
        }
        let working = "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'"
        #expect(try PostgreSQLLink(database.settings).query(working, [.text(name)]).rows.count == 2)
        try holder.script("SELECT pg_advisory_unlock_all()")
        #expect(try await isServedAgain(by: store), "it goes on by itself")
        await store.close()
    }

    @Test("To ask over and over whether the store can be used takes one place at most, and what reads goes on beside it")
    func givenUpPing() async throws {
        try await with { database in
            let id = try await database.open().handedOut().id
            let name = "pinged-\(database.location.suffix(8))"
            var settings = PostgreSQLSettings.patient(database.location + " application_name=\(name)")
            settings.poolSize = 2
            settings.statementSeconds = 10
            settings.connectSeconds = 5
            let store = try await PostgreSQLVerificationStore(settings)
            let holder = try holdCommits(database, of: "webhook")
            async let first = hasFailed { try await store.ping() }
            let watcher = try PostgreSQLLink(database.settings)
            while try watcher.query(
                "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = $1", [.text(name)]
            ).rows.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await store.session(id)?.status == .requested, "the other place is connected, too")
            #expect(await first)
            for _ in 0..<3 { await #expect(throws: StoreFailure(PostgreSQLFault.unfinished)) { try await store.ping() } }
            #expect(try await store.session(id)?.status == .requested)
            try holder.script("SELECT pg_advisory_unlock_all()")
            #expect(try await isServedAgain(by: store), "it goes on by itself")
            await store.close()
        }
    }

    @Test("A change of one statement that was cut off, and cut off again when it was repeated, is undetermined")
    func statementInDoubt() async throws {
        try await with { database in
            let store = try await database.open()
            let (id, binding) = try await store.handedOut()
            let webhook = Sample.webhook()
            _ = try await store.settled(webhook: webhook)
            try database.sql(
                """
                CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    PERFORM pg_terminate_backend(pg_backend_pid());
                    RETURN NULL;
                END $$;
                CREATE TRIGGER cut AFTER UPDATE ON session FOR EACH ROW EXECUTE FUNCTION cut();
                CREATE TRIGGER cut AFTER UPDATE OR DELETE ON webhook FOR EACH ROW EXECUTE FUNCTION cut();
                """)
            let doubt = StoreFailure.undetermined("the connection was lost at the commit")
            await #expect(throws: doubt) { try await store.note(.cancelled, for: id, binding: binding) }
            await #expect(throws: doubt) { try await store.postponeWebhook(webhook.id, attempts: 1, at: Sample.now, until: Sample.after(50)) }
            await #expect(throws: doubt) { try await store.removeWebhook(webhook.id) }
            try database.sql("DROP FUNCTION cut() CASCADE")
            #expect(try await store.note(.cancelled, for: id, binding: binding), "whoever says it again is heard")
            try await store.removeWebhook(webhook.id)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(9), limit: 9).isEmpty)
        }
    }

    @Test("What one statement does is a transaction without a commit of its own, whatever the connection's defaults are")
    func singleStatements() async throws {
        try await with { database in
            _ = try await database.open()
            let name = "single-\(database.location.suffix(8))"
            let options = "options='-csearch_path=\(database.name) -cdefault_transaction_isolation=serializable'"
            var settings = PostgreSQLSettings.patient(database.location + " application_name=\(name) \(options)")
            settings.poolSize = 1
            let store = try await PostgreSQLVerificationStore(settings)
            let watcher = try PostgreSQLLink(database.settings)
            func isLast(_ beginning: String) throws -> Bool {
                let last = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND starts_with(query, $2)"
                return try watcher.query(last, [.text(name), .text(beginning)]).rows.count == 1
            }
            let (id, binding) = try await store.handedOut()
            #expect(try isLast("COMMIT"), "this one takes several")
            #expect(try await store.note(.cancelled, for: id, binding: binding))
            #expect(try isLast("UPDATE session SET outcome"))
            let webhook = Sample.webhook()
            _ = try await store.settled(webhook: webhook)
            try await store.postponeWebhook(webhook.id, attempts: 1, at: Sample.now, until: Sample.after(50))
            #expect(try isLast("UPDATE webhook"))
            try await store.removeWebhook(webhook.id)
            #expect(try isLast("DELETE FROM webhook"))
            let level = try PostgreSQLLink(settings).query("SELECT current_setting('transaction_isolation') AS level").rows.first?.text("level")
            #expect(level == "read committed")
            await store.close()
        }
    }

    @Test("Every change is begun as one that may write, whatever the connection's default is")
    func readOnlyDefault() async throws {
        try await with { database in
            _ = try await database.open()
            let options = "options='-csearch_path=\(database.name) -cdefault_transaction_read_only=on'"
            await #expect(throws: StoreFailure.self, "without a word about it, a connection that is read-only is not taken") {
                _ = try await PostgreSQLVerificationStore(PostgreSQLSettings.patient(database.location + " \(options)"))
            }
            let store = try await PostgreSQLVerificationStore(PostgreSQLSettings.patient(database.location + " target_session_attrs=any \(options)"))
            let (id, binding) = try await store.handedOut()
            #expect(try await store.note(.cancelled, for: id, binding: binding))
            let webhook = Sample.webhook()
            _ = try await store.settled(webhook: webhook)
            try await store.postponeWebhook(webhook.id, attempts: 1, at: Sample.after(50), until: Sample.after(50))
            let leased = try await store.leaseWebhooks(at: Sample.after(50), leaseUntil: Sample.after(60), limit: 9)
            #expect(leased.map(\.attempts) == [1])
            try await store.removeWebhook(webhook.id)
            #expect(try await store.leaseWebhooks(at: Sample.after(60), leaseUntil: Sample.after(70), limit: 9).isEmpty)
            await store.close()
        }
    }

    @Test("Who asks for a result before there is one waits for nobody who is writing the session's end")
    func resultMeanwhile() async throws {
        try await with { database in
            var settings = database.settings
            settings.statementSeconds = 10
            let store = try await PostgreSQLVerificationStore(settings)
            let id = try await store.claimed()
            let writer = try PostgreSQLLink(database.settings)
            try writer.script("BEGIN; SELECT 1 FROM session FOR UPDATE")
            #expect(try await store.delivered(id) == StoredResult.none(.claimed))
            try writer.script("ROLLBACK")
            let result = Sample.bytes(40)
            #expect(try await store.settle(id, Sample.verified(result: result), webhook: nil, audit: Sample.audit(id)))
            #expect(try await store.delivered(id) == .full(result))
            await store.close()
        }
    }

    @Test("A statement ends when its time is up, and the connection is of use again")
    func statementTimeout() async throws {
        try await with { database in
            let (id, binding) = try await database.open().handedOut()
            var settings = database.settings
            settings.poolSize = 1
            settings.statementSeconds = 10
            let store = try await PostgreSQLVerificationStore(settings)
            let blocker = try PostgreSQLLink(database.settings)
            try blocker.script("BEGIN; SELECT 1 FROM session FOR UPDATE")
            let ended = "PostgreSQL says 57014: it ended a statement, as one that takes too long; see what else it is at work on, and who holds the tables"
            await #expect(throws: StoreFailure.unavailable(ended)) { try await store.claim(id, binding: binding, at: Sample.now) }
            try blocker.script("ROLLBACK")
            guard case .claimed = try await store.claim(id, binding: binding, at: Sample.now) else {
                Issue.record("the claim that was ended had not happened")
                return
            }
            await store.close()
        }
    }

    @Test("Instances that start at once make the tables once; a newer database is refused")
    func migrations() async throws {
        try await with { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { _ = try await database.open() } }
                try await group.waitForAll()
            }
            #expect(try PostgreSQLLink(database.settings).query("SELECT version FROM verification_schema").rows.map { try $0.integer("version") } == [2])
            try database.sql("UPDATE verification_schema SET version = 99")
            await #expect(throws: StoreFailure.unavailable("its tables are of version 99, and this program knows up to 2; run the one that changed them")) {
                _ = try await database.open()
            }
        }
    }

    /// Makes the tables those of the first version.
    private func makeOlder(_ database: StoreDatabase) throws {
        try database.sql("ALTER TABLE webhook DROP COLUMN session; UPDATE verification_schema SET version = 1")
    }

    private func versions(_ database: StoreDatabase) throws -> [Int64?] {
        try PostgreSQLLink(database.settings).query("SELECT version FROM verification_schema").rows.map { try $0.integer("version") }
    }

    @Test("Tables are brought up to date beside a long reader when it has ended, and meanwhile other instances go on")
    func migrationBesideReader() async throws {
        try await with { database in
            _ = try await database.open()
            var settings = database.settings
            settings.statementSeconds = 10
            let running = try await PostgreSQLVerificationStore(settings)
            try makeOlder(database)
            let reader = try PostgreSQLLink(database.settings)
            reader.begin()
            try reader.script("LOCK TABLE session IN ACCESS SHARE MODE")
            let process = try #require(try reader.query("SELECT pg_backend_pid()::bigint AS pid").rows.first?.integer("pid"))

            let impatient = try PostgreSQLLink(database.settings)
            impatient.begin()
            #expect(
                throws: StoreFailure.unavailable(
                    """
                    its tables are of an older version, and cannot be brought up to date while others use them: process \(process) of the server \
                    holds the table session; wait for it, or end it
                    """)
            ) { try PostgreSQLSchema.migrate(impatient, patience: .zero) }
            try impatient.rollback()

            let opening = Task { try await database.open() }
            // As long as several of its turns take, which hold up the others meanwhile.
            let end = ContinuousClock.now + .seconds(6)
            while ContinuousClock.now < end {
                _ = try await running.settled()
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(try versions(database) == [1], "the reader is still there")
            try reader.rollback()
            _ = try await opening.value
            #expect(try versions(database) == [2])
            await running.close()
        }
    }

    @Test("Tables that are not in the first schema of the search path are brought up to date where they are")
    func migrationBehindOtherSchema() async throws {
        try await with { database in
            _ = try await database.open()
            try makeOlder(database)
            let other = "other_" + database.name
            try database.sql("CREATE SCHEMA \(other)")
            defer { try? database.sql("DROP SCHEMA \(other) CASCADE") }
            let settings = PostgreSQLSettings.patient(database.location + " options=-csearch_path=\(other),\(database.name)")
            #expect(try await PostgreSQLVerificationStore.preparation(settings) == .migration)
            let store = try await PostgreSQLVerificationStore(settings)
            _ = try await store.settled(webhook: Sample.webhook())
            await store.close()
            #expect(try versions(database) == [2])
            let made = "SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1)"
            #expect(try PostgreSQLLink(database.settings).query(made, [.text(other)]).rows.isEmpty)
            try database.sql("UPDATE verification_schema SET version = 99")
            await #expect(throws: StoreFailure.unavailable("its tables are of version 99, and this program knows up to 2; run the one that changed them")) {
                _ = try await PostgreSQLVerificationStore(settings)
            }
        }
    }

    @Test("A user who lacks a right is told which one before anything is served, and one who only reads audit records needs no other")
    func rights() async throws {
        try await with { database in
            _ = try await database.open().settled()
            func refuses(_ settings: PostgreSQLSettings, _ reason: String) async {
                await #expect(throws: StoreFailure.unavailable(reason)) { _ = try await PostgreSQLVerificationStore.preparation(settings) }
                await #expect(throws: StoreFailure.unavailable(reason)) { _ = try await PostgreSQLVerificationStore(settings) }
            }
            try await withRole(database, granting: "SELECT, INSERT, UPDATE, DELETE") { settings in
                #expect(try await PostgreSQLVerificationStore.preparation(settings) == .nothing)
                let store = try await PostgreSQLVerificationStore(settings)
                _ = try await store.settled(webhook: Sample.webhook())
                await store.close()
                for (right, table) in [("DELETE", "webhook"), ("UPDATE", "session"), ("INSERT", "audit")] {
                    try database.sql("REVOKE \(right) ON \(table) FROM \(database.name)")
                    await refuses(settings, "its user lacks a right; grant it \(right) on the table \(table)")
                    try database.sql("GRANT \(right) ON \(table) TO \(database.name)")
                }
                try makeOlder(database)
                await refuses(
                    settings,
                    """
                    its tables are of an older version, and its user may not change the table session; start once as the tables' owner, with \
                    CREATE on their schema
                    """)
                try database.sql("UPDATE verification_schema SET version = 99")
                await refuses(settings, "its tables are of version 99, and this program knows up to 2; run the one that changed them")
            }
            try await withRole(database) { settings in
                await #expect(throws: StoreFailure.unavailable("its user may not read audit records; grant it SELECT on the table audit")) {
                    _ = try await PostgreSQLVerificationStore(reading: settings)
                }
                try database.sql("GRANT SELECT ON audit TO \(database.name)")
                let reading = try await PostgreSQLVerificationStore(reading: settings)
                #expect(try await reading.checkedAudit().count == 2)
                await reading.close()
            }
        }
    }

    @Test("A column that a newer instance added does not disturb an older one")
    func rollingUpdate() async throws {
        try await with { database in
            let store = try await database.open()
            let id = try await store.settled()
            #expect(try await store.session(id) != nil)
            try database.sql("ALTER TABLE session ADD COLUMN extra TEXT; ALTER TABLE audit ADD COLUMN extra TEXT; ALTER TABLE webhook ADD COLUMN extra TEXT")
            #expect(try await store.session(id) != nil)
            _ = try await store.settled(webhook: Sample.webhook())
            #expect(try await store.checkedAudit().count == 2)
        }
    }

    @Test("No value, password or host is in an error")
    func silence() async throws {
        try await with { database in
            let store = try await database.open()
            let record = try Sample.record()
            try await store.insert(record)
            do {
                try await store.insert(record)
                Issue.record("two sessions of one name")
            } catch { #expect("\(error)" == "the session store cannot be used: PostgreSQL says 23505") }
        }
        for connection in ["host=127.0.0.1 port=1 password=canary-word dbname=canary-word", "canary-word", "postgresql://canary-word:canary-word@127.0.0.1:1/x"] {
            let settings = PostgreSQLSettings(connection: connection)
            do {
                _ = try await PostgreSQLVerificationStore(settings)
                Issue.record("there is no such server")
            } catch { #expect(!"\(error) \(String(reflecting: settings))".contains("canary")) }
        }
    }

    @Test("Settings that cannot work are refused before anything is tried", arguments: [0, 101, -1])
    func settings(_ size: Int) async {
        var settings = PostgreSQLSettings(connection: "host=127.0.0.1 port=1")
        settings.poolSize = size
        await #expect(throws: StoreFailure.unavailable("a pool has 1 to 100 connections, not \(size)")) { _ = try await PostgreSQLVerificationStore(settings) }
    }
}
