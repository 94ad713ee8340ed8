import Crypto
import Foundation
import Glibc
import LocalSockets
import Synchronization
import Testing

@testable import WalletBroker

@Suite("The program of an app that asks")
struct AskingProgramTests {
    private static let empty: [UInt8]? = Array(SHA256.hash(data: [UInt8]()))

    /// The digest of a program that is one of these pipes; nil where there is none in time.
    private func digest(
        _ programs: ProgramReading, _ pipes: OpenPipes, _ index: Int, waiting wait: Duration = .seconds(600), within limit: Duration = .seconds(600)
    ) async -> [UInt8]? {
        try? await programs.digest(
            ofProgramAt: "/\(index)", waiting: wait, within: limit, opening: { pipes.open(index) }, reading: { pipes.read($0, while: $1) })
    }

    /// Returns once whoever was opening the program at this path has joined those who wait for it.
    private func opened(_ programs: ProgramReading, _ index: Int) async {
        let digest = try? await programs.digest(
            ofProgramAt: "/\(index)", waiting: .seconds(600), within: .seconds(600), opening: { nil }, reading: { _, _ in .success([]) })
        #expect(digest == nil)
    }

    @Test(
        "However long programs take to be opened or read, no task waits for them that does not ask for their digests",
        arguments: OpenPipes.Step.allCases)
    func reading(_ step: OpenPipes.Step) async throws {
        let pipes = try OpenPipes(ProcessInfo.processInfo.processorCount + 1, stuckAt: step)
        // Nothing else would end a test that has found every thread taken.
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { pipes.close() }
        async let digests = withTaskGroup(of: [UInt8]?.self, returning: [[UInt8]?].self) { group in
            // Each in its own, so that none waits for the turn of another.
            for index in pipes.readers.indices { group.addTask { await digest(ProgramReading(), pipes, index) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        while pipes.stuck < pipes.readers.count { await Task.yield() }
        #expect(pipes.close(), "this test had to wait")
        #expect(await digests == Array(repeating: Self.empty, count: pipes.readers.count))
    }

    @Test("A program that cannot be read is read once, however often it is asked for, and another has its digest meanwhile")
    func stuck() async throws {
        let (programs, pipes, other) = (ProgramReading(), try OpenPipes(1), try OpenPipes(1, stuckAt: nil))
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { pipes.close() }
        async let first = digest(programs, pipes, 0)
        while pipes.stuck < 1 { await Task.yield() }
        for _ in 0..<ProgramReading.maximumAtOnce { #expect(await digest(programs, pipes, 0, within: .milliseconds(100)) == nil) }
        #expect(await digest(programs, other, 1) == Self.empty)
        #expect(pipes.stuck == 1, "however often it is asked for, one thread reads it")
        #expect(pipes.close(), "this test had to wait")
        #expect(await first == Self.empty)
    }

    @Test("Who asks for a program while it is read has the digest of that reading")
    func joined() async throws {
        let (programs, pipes) = (ProgramReading(), try OpenPipes(1))
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { pipes.close() }
        async let first = digest(programs, pipes, 0)
        while pipes.stuck < 1 { await Task.yield() }
        async let second = digest(programs, pipes, 0)
        while pipes.opened < 2 { await Task.yield() }
        await opened(programs, 0)
        #expect(pipes.close(), "this test had to wait")
        let digests = await [first, second]
        #expect(digests == [Self.empty, Self.empty])
        #expect(pipes.stuck == 1)
    }

    @Test("A program is read as long as anybody waits for it, and no longer")
    func unwanted() async throws {
        let (programs, pipes) = (ProgramReading(), try OpenPipes(1, stuckAt: nil))
        @Sendable func wait() async -> [UInt8]? {
            try? await programs.digest(
                ofProgramAt: "/0", waiting: .seconds(600), within: .seconds(600), opening: { pipes.open(0) }, reading: { pipes.wait($0, while: $1) })
        }
        let first = Task { await wait() }
        while pipes.stuck < 1 { await Task.yield() }
        let second = Task { await wait() }
        while pipes.opened < 2 { await Task.yield() }
        await opened(programs, 0)
        first.cancel()
        #expect(await first.value == nil)
        let third = Task { await wait() }
        while pipes.opened < 3 { await Task.yield() }
        await opened(programs, 0)
        #expect(pipes.stuck == 1 && pipes.ended == 0)
        second.cancel()
        third.cancel()
        try await eventually { pipes.ended == 1 }
        let digests = await [second.value, third.value]
        #expect(digests == [nil, nil])
    }

    @Test(
        "Few programs that cannot be opened or read are waited for at once: who asks beyond them gets no digest, until one of them ends",
        arguments: OpenPipes.Step.allCases)
    func full(_ step: OpenPipes.Step) async throws {
        let (programs, pipes, other) = (ProgramReading(), try OpenPipes(ProgramReading.maximumAtOnce, stuckAt: step), try OpenPipes(1, stuckAt: nil))
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { pipes.close() }
        async let digests = withTaskGroup(of: [UInt8]?.self, returning: [[UInt8]?].self) { group in
            for index in pipes.readers.indices { group.addTask { await digest(programs, pipes, index + 1) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        while pipes.stuck < pipes.readers.count { await Task.yield() }
        #expect(await digest(programs, other, 0, waiting: .milliseconds(100)) == nil)
        #expect(pipes.close(), "this test had to wait")
        #expect(await digest(programs, other, 0) == Self.empty)
        #expect(await digests == Array(repeating: Self.empty, count: pipes.readers.count))
    }

    @Test("A path at which a program cannot be opened keeps one thread, however often it is asked for")
    func path() async throws {
        let (programs, pipes, other) = (ProgramReading(), try OpenPipes(1, stuckAt: .opening), try OpenPipes(1, stuckAt: nil))
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { pipes.close() }
        async let first = digest(programs, pipes, 0)
        while pipes.stuck < 1 { await Task.yield() }
        for _ in 0..<ProgramReading.maximumAtOnce { #expect(await digest(programs, pipes, 0, waiting: .milliseconds(100)) == nil) }
        #expect(await digest(programs, other, 1) == Self.empty)
        #expect(pipes.stuck == 1)
        #expect(pipes.close(), "this test had to wait")
        #expect(await first == Self.empty)
    }

    @Test("A program is the same file until it is written to, and another one never is")
    func file() throws {
        let folder = try TemporaryFolder()
        func file(_ name: String) throws -> PeerProgram.File {
            let program = try #require(PeerProgram(opened: open("\(folder.path)/\(name)", O_RDONLY | O_CLOEXEC)))
            defer { program.close() }
            return program.file
        }
        for name in ["one", "other"] { try Data([7]).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        let one = try file("one")
        #expect(try file("one") == one)
        #expect(try file("other") != one)
        let end = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/one"))
        try end.seekToEnd()
        try end.write(contentsOf: Data([7]))
        try end.close()
        #expect(try file("one") != one)
    }

    @Test("A program of which other bytes are read than it has, has no digest", arguments: [0, 2])
    func size(_ size: Int) throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/program")
        try Data([7]).write(to: file)
        let opened = try FileHandle(forReadingFrom: file)
        #expect(AskingProgram.digest(of: opened.fileDescriptor, size: size, while: { true }) == nil)
        try opened.seek(toOffset: 0)
        #expect(AskingProgram.digest(of: opened.fileDescriptor, size: 1, while: { true }) == Array(SHA256.hash(data: [7])))
        try opened.close()
    }
}

/// Pipes without a byte in them, each a program that is stuck until they are closed.
final class OpenPipes: Sendable {
    /// Where they are stuck.
    enum Step: CaseIterable {
        case opening
        case reading
    }

    private struct Unavailable: Error {}

    private struct Counts {
        var opened = 0
        var stuck = 0
        var ended = 0
    }

    let readers: [CInt]
    private let writers: [CInt]
    private let step: Step?
    private let counts = Mutex(Counts())
    private let isClosed = Mutex(false)

    /// - Parameter step: where they are stuck; nil for nowhere.
    init(_ count: Int, stuckAt step: Step? = .reading) throws {
        var (readers, writers): ([CInt], [CInt]) = ([], [])
        for _ in 0..<count {
            var ends: [CInt] = [-1, -1]
            guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw Unavailable() }
            readers.append(ends[0])
            writers.append(ends[1])
        }
        (self.readers, self.writers, self.step) = (readers, writers, step)
        if step == nil { close() }
    }

    deinit { for end in readers + writers { Glibc.close(end) } }

    /// How often one was opened.
    var opened: Int { counts.withLock { $0.opened } }
    /// How many threads were stuck, or waited.
    var stuck: Int { counts.withLock { $0.stuck } }
    /// How many no longer wait.
    var ended: Int { counts.withLock { $0.ended } }

    /// Opens one of them, counted from wherever the caller likes.
    func open(_ index: Int) -> PeerProgram? {
        let reader = readers[index % readers.count]
        if step == .opening {
            counts.withLock { $0.stuck += 1 }
            _ = AskingProgram.digest(of: reader, size: 0) { true }
        }
        let program = PeerProgram(opened: dup(reader))
        counts.withLock { $0.opened += 1 }
        return program
    }

    /// What is read of one of them.
    func read(_ program: PeerProgram, while isWanted: () -> Bool) -> ProgramReading.Answer {
        if step == .reading { counts.withLock { $0.stuck += 1 } }
        return AskingProgram.digest(of: program, while: isWanted)
    }

    /// Reads nothing of one of them as long as it is wanted.
    func wait(_ program: PeerProgram, while isWanted: () -> Bool) -> ProgramReading.Answer {
        counts.withLock { $0.stuck += 1 }
        while isWanted() { usleep(1000) }
        counts.withLock { $0.ended += 1 }
        return .success([])
    }

    /// Lets the readers go; whether nobody had done so.
    @discardableResult
    func close() -> Bool {
        isClosed.withLock { isClosed in
            guard !isClosed else { return false }
            for writer in writers { shutdown(writer, CInt(SHUT_RDWR)) }
            isClosed = true
            return true
        }
    }
}
