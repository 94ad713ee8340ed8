import Foundation
import Testing

@Suite("The command line: what a browser does")
struct PresentTests {
    /// Takes one request after the other, and answers each at once.
    private static let broker = """
        import os, socket
        listener = socket.socket(socket.AF_UNIX)
        listener.settimeout(60)
        listener.bind("beginning.sock")
        listener.listen()
        os.rename("beginning.sock", "agents.sock")
        while True:
            agent, _ = listener.accept()
            agent.recv(1 << 16)
            response = b"sealed"
            notice = bytes([1, 3]) + len(response).to_bytes(4, "big") + response
            agent.sendall(len(notice).to_bytes(4, "big") + notice)
            agent.recv(1)
        """

    private static let hasPython = (try? Folder()).flatMap { try? Tool.shell("python3 -c 'import socket'", in: $0) }?.exitCode == 0

    @Test("On standard output the answer is all there is; beside a file there is a report", .enabled(if: hasPython, "needs python3"))
    func standardOutput() throws {
        let exchange = try Exchange()
        try exchange.makeReader()
        try exchange.makeRequest()
        try exchange.folder.write("broker.py", Self.broker)
        func present(_ out: String) throws -> Tool.Run {
            try Tool.shell(
                """
                rm -f agents.sock
                python3 broker.py 2>/dev/null &
                tries=0
                while [ ! -S agents.sock ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
                export MDOC_AGENTS_SOCKET="$PWD/agents.sock"
                mdoc present --request request.json --origin \(Exchange.origin) --out \(out)
                code=$?
                kill $!
                exit $code
                """, in: exchange.folder)
        }
        let printed = try present("-")
        #expect(printed.exitCode == 0, "\(printed.errors)")
        #expect(try printed.json()["protocol"] as? String == "org-iso-mdoc", "\(printed.output)")
        let written = try present("answer.json")
        #expect(written.output.contains("the wallet has answered"), "\(written.errors)")
        #expect(try exchange.folder.read("answer.json") == printed.outputBytes)
    }
}
