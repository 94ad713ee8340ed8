import Foundation

/// A private bus on which a Bluetooth daemon without a radio answers, written apart from ours, and a desktop that takes notifications.
package struct FakeBlueZ: Sendable {
    private static let interpreter = ProcessInfo.processInfo.environment["MDOC_PYTHON"]

    /// Why it cannot run here; nil where it can.
    package static let absence: String? = {
        guard FileManager.default.isExecutableFile(atPath: busDaemon) else { return "no dbus-daemon" }
        guard let interpreter, FileManager.default.isExecutableFile(atPath: interpreter) else { return "no Python environment; `make test` makes one" }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        process.arguments = ["-c", "import dbus_fast"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "Python does not start" }
        // Not waitUntilExit: it waits for every other program, too, that was started in the same moment and holds its descriptors.
        while process.isRunning { usleep(10_000) }
        return process.terminationStatus == 0 ? nil : "no dbus_fast in the Python environment"
    }()

    private static let busDaemon = "/usr/bin/dbus-daemon"
    private static let configuration = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>custom</type><listen>unix:path=SOCKET</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """

    struct DidNotStart: Error {}

    /// Such as `unix:path=/tmp/bus`.
    package let address: String
    /// What the daemon printed, line by line.
    package let lines: AsyncStream<String>
    /// The daemon's number among processes; nil for a bus with nobody on it.
    private let daemon: Int32?

    /// Kills the daemon. The bus stays.
    package func end() { if let daemon { kill(daemon, SIGKILL) } }

    /// Runs both for as long as `body` does.
    ///
    /// - Parameters:
    ///   - isDaemonThere: false for a bus with nobody on it.
    ///   - options: the daemon's, as it describes them.
    package static func during<Value>(
        isDaemonThere: Bool = true, options: [String] = [], _ body: (FakeBlueZ) async throws -> Value
    ) async throws -> Value {
        guard let interpreter else { throw DidNotStart() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let socket = folder.appendingPathComponent("s").path, file = folder.appendingPathComponent("conf")
        try Data(configuration.replacing("SOCKET", with: socket).utf8).write(to: file)
        let bus = Process()
        bus.executableURL = URL(fileURLWithPath: busDaemon)
        bus.arguments = ["--config-file=\(file.path)", "--nofork", "--nopidfile"]
        bus.standardError = FileHandle.nullDevice
        try bus.run()
        // A test's threads block the gentler signals, and what they start inherits that.
        defer { kill(bus.processIdentifier, SIGKILL) }
        while !FileManager.default.fileExists(atPath: socket) {
            guard bus.isRunning else { throw DidNotStart() }
            try await Task.sleep(for: .milliseconds(10))
        }
        let daemon = Process()
        daemon.executableURL = URL(fileURLWithPath: interpreter)
        daemon.arguments = [
            URL(fileURLWithPath: #filePath).appendingPathComponent("../../Browser/fake_bluez.py").standardized.path, "--bus", "unix:path=\(socket)",
        ] + options
        daemon.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"]) { $1 }
        let pipe = Pipe()
        daemon.standardOutput = pipe
        guard isDaemonThere else {
            return try await body(FakeBlueZ(address: "unix:path=\(socket)", lines: AsyncStream { $0.finish() }, daemon: nil))
        }
        try daemon.run()
        defer { kill(daemon.processIdentifier, SIGKILL) }
        let lines = pipe.lines
        for await line in lines where line == "ready" { break }
        return try await body(FakeBlueZ(address: "unix:path=\(socket)", lines: lines, daemon: daemon.processIdentifier))
    }
}
