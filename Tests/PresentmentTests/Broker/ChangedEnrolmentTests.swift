import BrokerMessages
import Foundation
import ProviderDocuments
import Subprocess
import SystemPackage
import Testing

private let python = "/usr/bin/python3"

@Suite(
    "An enrolment that changed",
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && ["mdoc-broker", "wallet", "wallet-provider"].allSatisfy { Program.path($0) != nil },
        "the broker, its parser and Wallet are not built"))
struct ChangedEnrolmentTests {
    private static let pin = "274951"
    private static let otherPIN = "860415"

    /// Runs a program at a terminal of its own, at which is typed what comes in here, and ends as it does.
    private static let terminal = """
        import os, pty, sys
        keyboard, line = pty.openpty()
        program = os.fork()
        if program == 0:
            os.dup2(line, 0)
            os.execv(sys.argv[1], sys.argv[1:])
        os.write(keyboard, sys.stdin.buffer.read())
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
        """

    /// Runs a program at a terminal of its own, sends it a signal once that shows nothing of what is typed, and says how it ended and whether the
    /// terminal is as it was.
    private static let interrupted = """
        import os, pty, signal, sys, termios, time
        keyboard, line = pty.openpty()
        before, number = termios.tcgetattr(line), int(sys.argv[1])
        program = os.fork()
        if program == 0:
            signal.signal(number, signal.SIG_DFL)
            os.dup2(line, 0)
            os.execv(sys.argv[2], sys.argv[2:])
        while termios.tcgetattr(line)[3] & termios.ECHO:
            if os.waitpid(program, os.WNOHANG)[0]:
                sys.exit("it has asked for nothing")
            time.sleep(0.01)
        os.kill(program, number)
        status = os.waitpid(program, 0)[1]
        print(os.waitstatus_to_exitcode(status), termios.tcgetattr(line) == before)
        """

    /// Runs a program in front at a terminal, takes the terminal back as a shell does once nothing of what is typed is shown and the program waits
    /// for it, sends it a signal, and says how it ended.
    private static let interruptedBehind = """
        import fcntl, os, pty, signal, sys, termios, time
        def waits():
            tasks = f"/proc/{program}/task"
            return all(open(f"{tasks}/{task}/stat").read().rsplit(")", 1)[1].split()[0] == "S" for task in os.listdir(tasks))
        keyboard, line = pty.openpty()
        number, session = int(sys.argv[1]), os.fork()
        if session:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(session, 0)[1]))
        os.setsid()
        fcntl.ioctl(line, termios.TIOCSCTTY, 0)
        program = os.fork()
        if program == 0:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            os.tcsetpgrp(line, os.getpid())
            for default in (signal.SIGTTOU, number):
                signal.signal(default, signal.SIG_DFL)
            os.dup2(line, 0)
            os.execv(sys.argv[2], sys.argv[2:])
        while termios.tcgetattr(line)[3] & termios.ECHO:
            if os.waitpid(program, os.WNOHANG)[0]:
                sys.exit("it has asked for nothing")
            time.sleep(0.01)
        # Who begins to read from behind is stopped for that.
        rounds = 0
        while rounds < 3:
            time.sleep(0.05)
            rounds = rounds + 1 if waits() else 0
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(line, os.getpgrp())
        os.kill(program, number)
        status = os.waitpid(program, os.WUNTRACED)[1]
        if os.WIFSTOPPED(status):
            os.kill(program, signal.SIGKILL)
            sys.exit("it has stopped")
        print(os.waitstatus_to_exitcode(status))
        """

    @Test("After another PIN a document answers nobody and is said to, and nothing binds it anew but what its issuer issues to a new key")
    func issuedAnew() async throws {
        let wallet = try #require(Program.path("wallet"))
        let installed = try await InstalledLicence("wallet-provider", Canary.licence, apps: [wallet])
        let path = installed.storage.path + "/wallet"
        let folder = try ProviderFolder(path)
        try folder.trust(installed.parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        func run(_ arguments: String...) async throws -> [String] { try await installed.folder.run(wallet, arguments + ["--folder", path]) }
        let (session, request) = try installed.request(["family_name"])
        let data = RequestScene.json(request.data)
        let (first, firstAgent) = try await agreed(installed, data, pin: Self.pin)
        guard case .response? = try await firstAgent.notice() else {
            Issue.record("there is no answer: \(try first.printed())")
            return
        }
        #expect(try await run("list").last?.contains("bound to the machine's owner") == true)
        first.kill()
        try await ServedBroker.enrolByProgram(installed.folder, pin: Self.otherPIN)
        let (second, secondAgent) = try await agreed(installed, data, pin: Self.otherPIN)
        try await second.prints("(provider.ownerChanged)")
        // Nothing typed is no.
        try second.type("")
        #expect(try await secondAgent.notice() == .ended(.notAllowed))
        #expect(try await run("list").last?.contains("bound to another PIN or passkey than that of now, and answers nobody") == true)
        // Whoever says so of themselves adds it as theirs as little.
        let stale = try #require(try folder.documents.documents().first)
        let file = installed.storage.path + "/licence.mdoc"
        func add(_ issued: [UInt8], key: String) async throws -> [String] {
            try Data(issued).write(to: URL(fileURLWithPath: file))
            return try await run("add", file, "--key", key, "--title", "Licence", "--reviewer", "Sam Clerk")
        }
        #expect(try await add(installed.issued, key: stale.keyLabel) == [])
        #expect(try folder.documents.documents() == [stale])
        _ = try await run("key", "anew")
        let lines = try await add(installed.world.licence(to: folder.keys.key(label: "anew")), key: "anew")
        #expect(lines.contains { $0.contains("bound to the machine's owner · confirmed by Sam Clerk") }, "\(lines)")
        #expect(try await run("remove", stale.id) == ["Removed."])
        second.kill()
        let (third, thirdAgent) = try await agreed(installed, data, pin: Self.otherPIN)
        guard case .response(let answer)? = try await thirdAgent.notice() else {
            Issue.record("there is no answer: \(try third.printed())")
            return
        }
        #expect(try await Set(installed.texts(in: answer, of: session).keys) == ["family_name"])
        third.kill()
    }

    /// Enrols by the broker's program, where lines are typed: whether it ends well, and what it says meanwhile.
    private func enrol(
        _ folder: BrokerFolder, _ options: [String] = [], typing lines: [String], startedBy starter: [String] = []
    ) async throws -> (isSuccess: Bool, words: String) {
        let command = starter + [try #require(Program.path("mdoc-broker")), "enrol", "--state", folder.configuration.state] + options
        let enrolling = try await Subprocess.run(
            .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())), input: .string(lines.map { $0 + "\n" }.joined()),
            output: .discarded, error: .string(limit: 4096))
        return (enrolling.terminationStatus.isSuccess, enrolling.standardError)
    }

    @Test("Who sets a PIN is told that it is set, and beforehand what another one costs; the same one again leaves the documents as they are")
    func told() async throws {
        let folder = try BrokerFolder([])
        var identifiers: [String?] = []
        for (pin, phrase, isTold, end) in [
            (Self.pin, "blue heron", false, "The PIN is set.\n"), (Self.pin, "blue heron", true, "Nothing has changed.\n"),
            (Self.pin, "green kettle", true, "Only the words have changed.\n"), (Self.otherPIN, "green kettle", true, "The PIN is set.\n"),
        ] {
            let enrolling = try await enrol(folder, ["--phrase", phrase], typing: [pin])
            #expect(enrolling.isSuccess && enrolling.words.hasSuffix(end), "\(enrolling.words)")
            #expect(enrolling.words.contains("answer nobody any more") == isTold)
            let enrolment = try await folder.verifier().enrolment()
            #expect(enrolment?.phrase == phrase)
            identifiers.append(enrolment?.identifier)
        }
        #expect(Set(identifiers[..<3]).count == 1 && identifiers[3] != identifiers[0])
    }

    @Test("The words, which need not stand in a command line that others can read, are asked for before the PIN, and refused before it")
    func words() async throws {
        let folder = try BrokerFolder([])
        for lines in [[], ["", Self.pin], [String(repeating: "a", count: 65), Self.pin]] {
            let refused = try await enrol(folder, typing: lines)
            #expect(!refused.isSuccess && !refused.words.contains("PIN: "), "\(refused.words)")
        }
        let enrolling = try await enrol(folder, typing: ["blue heron", Self.pin])
        #expect(enrolling.isSuccess && enrolling.words.hasPrefix("Words of your own"), "\(enrolling.words)")
        #expect(try await folder.verifier().enrolment()?.phrase == "blue heron")
    }

    @Test(
        "At a terminal, where nobody sees what they type, a PIN is typed twice, and two that are not the same set nothing",
        .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs Python for a terminal"))
    func twice() async throws {
        let folder = try BrokerFolder([])
        for (again, isSet) in [(Self.otherPIN, false), (Self.pin, true)] {
            let enrolling = try await enrol(folder, typing: ["blue heron", Self.pin, again], startedBy: [python, "-c", Self.terminal])
            #expect(enrolling.isSuccess == isSet, "\(enrolling.words)")
            #expect(enrolling.words.contains(isSet ? "The PIN is set." : "the two PINs are not the same"), "\(enrolling.words)")
            let enrolment = try await folder.verifier().enrolment()
            #expect((enrolment != nil) == isSet)
        }
    }

    @Test(
        "Whoever ends the program while it asks for a PIN has a terminal that shows again what is typed; the program ends as signals end it",
        .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs Python for a terminal"),
        arguments: [SIGINT, SIGQUIT, SIGTERM, SIGHUP])
    func ended(by number: CInt) async throws {
        try await interrupt(by: number, as: Self.interrupted, printing: "-\(number) True\n")
    }

    @Test(
        "A program that asks for a PIN at a terminal which a shell has taken back ends as signals end it, and does not stop over the terminal",
        .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs Python for a terminal"),
        arguments: [SIGTERM, SIGHUP])
    func endedBehind(by number: CInt) async throws {
        try await interrupt(by: number, as: Self.interruptedBehind, printing: "-\(number)\n")
    }

    /// Ends the program that asks for a PIN by a signal, as a script of Python's does, which says what came of it.
    private func interrupt(by number: CInt, as script: String, printing outcome: String) async throws {
        let (folder, broker) = (try BrokerFolder([]), try #require(Program.path("mdoc-broker")))
        let command = [broker, "enrol", "--state", folder.configuration.state, "--phrase", "blue heron"]
        let enrolling = try await Subprocess.run(
            .path(FilePath(python)), arguments: Arguments(["-c", script, "\(number)"] + command), output: .string(limit: 4096), error: .discarded)
        #expect(enrolling.standardOutput == outcome)
        #expect(try await folder.verifier().enrolment() == nil)
    }

    /// A broker whose person has agreed at the terminal to a request and typed the PIN, so that the provider has the request.
    private func agreed(_ installed: InstalledLicence, _ data: [UInt8], pin: String) async throws -> (broker: ServedBroker, agent: TestAgent) {
        let broker = try await ServedBroker(installed.folder, nil)
        let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        for (question, answer) in [("Which app should answer?", "1"), ("What should happen?", "1"), ("blue heron: your PIN", pin)] {
            try await broker.prints(question)
            try broker.type(answer)
        }
        #expect(try await agent.notice() == .pull)
        try await agent.release(data, origin: installed.scene.origin)
        return (broker, agent)
    }
}
