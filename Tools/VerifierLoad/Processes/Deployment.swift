import ArgumentParser
import Foundation
import Glibc

/// Services, nginx and PostgreSQL as `deploy/run` starts them.
final class Deployment: Served {
    private let process: Process
    private let connection: String
    private let services: [Int32]
    private let proxy: Int32
    private let database: Int32
    let page: String
    let backend: String

    /// Starts it and waits until it answers.
    ///
    /// - Parameters:
    ///   - script: the path of `deploy/run`.
    ///   - folder: has the services' configuration in it.
    ///   - cores: the processor cores of all of it, as taskset names them; every one without it.
    ///   - environment: what differs from that, and what the script reads.
    init(script: String, folder: String, cores: String?, environment: [String: String]) throws {
        let state = folder + "/deployment"
        let port = try Loopback.freePort()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (cores.map { ["taskset", "-c", $0] } ?? []) + [script, folder + "/verifier.yaml"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["DEPLOY_STATE": state, "DEPLOY_PORT": String(port)]) { $1 }.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try Self.runUnmasked(process)
        var text = ""
        while !text.contains("\npage: ") || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ValidationError("\(script) did not start what it should") }
            text += String(decoding: data, as: UTF8.self)
        }
        func address(_ name: String) throws -> String {
            guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name + ": ") }) else {
                throw ValidationError("\(script) did not say where its \(name) is")
            }
            return String(line.dropFirst(name.count + 2))
        }
        func identifiers(_ file: String) throws -> [Int32] {
            try String(contentsOfFile: state + "/" + file, encoding: .utf8).split(separator: "\n").compactMap { Int32($0) }
        }
        func only(_ file: String) throws -> Int32 {
            guard let first = try identifiers(file).first else { throw ValidationError("\(file) names no process") }
            return first
        }
        do {
            backend = try address("backend")
            page = try address("page")
            connection = try String(contentsOfFile: state + "/connection", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
            services = try identifiers("instances.pid")
            proxy = try only("nginx/nginx.pid")
            database = try only("postgres/data/postmaster.pid")
        } catch {
            process.terminate()
            process.waitUntilExit()
            throw error
        }
        self.process = process
    }

    /// Starts a program which is told to end by a signal: it has the mask of the thread that starts it, and libdispatch's threads block them.
    private static func runUnmasked(_ process: Process) throws {
        var (none, former) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try process.run()
    }

    func costs() throws -> ServedCosts {
        var costs = ServedCosts()
        costs.services = services.map(ProcessTree.processorSeconds(of:)).reduce(0, +)
        costs.proxy = ProcessTree.processorSeconds(of: proxy)
        costs.database = ProcessTree.processorSeconds(of: database)
        let numbers = try PostgreSQLShell.numbers(
            "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint", on: connection)
        guard numbers.count == 2 else { throw ValidationError("PostgreSQL did not say what it has written") }
        (costs.loggedBytes, costs.transactions) = (Double(numbers[0]), Double(numbers[1]))
        return costs
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
