import Foundation
import Testing

@Suite("The command line: what a browser does")
struct PresentTests {
    /// Takes one request after the other, and answers each at once: with the notice that it is given in hexadecimal.
    private static let broker = """
        import os, socket, sys
        listener = socket.socket(socket.AF_UNIX)
        listener.settimeout(60)
        listener.bind("beginning.sock")
        listener.listen()
        os.rename("beginning.sock", "agents.sock")
        while True:
            agent, _ = listener.accept()
            agent.recv(1 << 16)
            notice = bytes.fromhex(sys.argv[1])
            agent.sendall(len(notice).to_bytes(4, "big") + notice)
            agent.recv(1)
        """

    /// A sealed response behind the version.
    private static let response = "0103000000067365616c6564"
    /// That there is no response, behind the version.
    private static let refusal = "010401"

    private static let hasPython = (try? Folder()).flatMap { try? Tool.shell("python3 -c 'import socket'", in: $0) }?.exitCode == 0

    @Test("On standard output the answer is all there is; beside a file there is a report", .enabled(if: hasPython, "needs python3"))
    func standardOutput() throws {
        let exchange = try asked()
        let printed = try present("-", in: exchange.folder)
        #expect(printed.exitCode == 0, "\(printed.errors)")
        #expect(try printed.json()["protocol"] as? String == "org-iso-mdoc", "\(printed.output)")
        let written = try present("answer.json", in: exchange.folder)
        #expect(written.output.contains("the wallet has answered"), "\(written.errors)")
        #expect(try exchange.folder.read("answer.json") == printed.outputBytes)
    }

    @Test(
        "A person who declines has refused: the exit code says so, as does the report, and no file is written",
        .enabled(if: hasPython, "needs python3"))
    func declined() throws {
        let exchange = try asked()
        let told = try present("answer.json", notice: Self.refusal, in: exchange.folder)
        #expect(told.exitCode == 1 && told.output.hasPrefix("✘ not answered: declined"), "\(told.output)\(told.errors)")
        let run = try present("answer.json --json", notice: Self.refusal, in: exchange.folder)
        let json = try run.json()
        #expect(run.exitCode == 1 && json["answered"] as? Bool == false && json["reason"] is String)
        #expect(!exchange.folder.exists("answer.json"))
        let answered = try present("answer.json --json", in: exchange.folder).json()
        #expect(answered["answered"] as? Bool == true && answered["file"] as? String == "answer.json")
    }

    private func asked() throws -> Exchange {
        let exchange = try Exchange()
        try exchange.makeReader()
        try exchange.makeRequest()
        try exchange.folder.write("broker.py", Self.broker)
        return exchange
    }

    private func present(_ out: String, notice: String = Self.response, in folder: Folder) throws -> Tool.Run {
        try Tool.shell(
            """
            rm -f agents.sock
            python3 broker.py \(notice) 2>/dev/null &
            tries=0
            while [ ! -S agents.sock ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
            export MDOC_AGENTS_SOCKET="$PWD/agents.sock"
            mdoc present --request request.json --origin \(Exchange.origin) --out \(out)
            code=$?
            kill $!
            exit $code
            """, in: folder)
    }
}
