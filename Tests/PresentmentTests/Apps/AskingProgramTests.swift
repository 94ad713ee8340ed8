import Crypto
import Foundation
import Glibc
import Synchronization
import Testing

@testable import WalletBroker

@Suite("The program of an app that asks")
struct AskingProgramTests {
    private static let empty: [UInt8]? = Array(SHA256.hash(data: [UInt8]()))

    @Test("However long programs take to be read, no task waits for them that does not ask for their digests")
    func reading() async throws {
        let (programs, pipes) = (ProgramReading(), try OpenPipes(ProcessInfo.processInfo.processorCount + 1))
        // Nothing else would end a test that has found every thread taken.
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { pipes.close() }
        async let digests = withTaskGroup(of: [UInt8]?.self, returning: [[UInt8]?].self) { group in
            for reader in pipes.readers {
                group.addTask {
                    pipes.begin()
                    return await programs.digest(on: UInt64(reader), within: .seconds(600)) { AskingProgram.digest(of: reader, size: 0) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        while pipes.begun < pipes.readers.count { await Task.yield() }
        #expect(pipes.close(), "this test had to wait")
        #expect(await digests == Array(repeating: Self.empty, count: pipes.readers.count))
    }

    @Test("A program that cannot be read has no digest, and one on another file system has its own meanwhile")
    func stuck() async throws {
        let (programs, pipes) = (ProgramReading(), try OpenPipes(1))
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { pipes.close() }
        for _ in 0...ProgramReading.maximumAtOnce {
            #expect(await programs.digest(on: 1, within: .milliseconds(100)) { pipes.read(0) } == nil)
        }
        #expect(await programs.digest(on: 2, within: .seconds(600)) { [7] } == [7])
        #expect(pipes.begun <= 1, "however often it asks, one thread waits for it")
        #expect(pipes.close(), "this test had to wait")
        #expect(await programs.digest(on: 1, within: .seconds(600)) { [7] } == [7])
    }

    @Test("Few programs that cannot be read are waited for at once: who asks beyond them gets no digest, until one of them ends")
    func full() async throws {
        let (programs, pipes) = (ProgramReading(), try OpenPipes(ProgramReading.maximumAtOnce))
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { pipes.close() }
        async let digests = withTaskGroup(of: [UInt8]?.self, returning: [[UInt8]?].self) { group in
            for index in pipes.readers.indices {
                group.addTask { await programs.digest(on: UInt64(index), within: .seconds(600)) { pipes.read(index) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        while pipes.begun < pipes.readers.count { await Task.yield() }
        #expect(await programs.digest(on: 100, within: .milliseconds(100)) { [7] } == nil)
        #expect(pipes.close(), "this test had to wait")
        #expect(await programs.digest(on: 100, within: .seconds(600)) { [7] } == [7])
        #expect(await digests == Array(repeating: Self.empty, count: pipes.readers.count))
    }

    @Test("A program of which other bytes are read than it has, has no digest", arguments: [0, 2])
    func size(_ size: Int) throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/program")
        try Data([7]).write(to: file)
        let opened = try FileHandle(forReadingFrom: file)
        #expect(AskingProgram.digest(of: opened.fileDescriptor, size: size) == nil)
        try opened.seek(toOffset: 0)
        #expect(AskingProgram.digest(of: opened.fileDescriptor, size: 1) == Array(SHA256.hash(data: [7])))
        try opened.close()
    }
}

/// Pipes without a byte in them, each of which keeps its reader waiting until they are closed.
private final class OpenPipes: Sendable {
    private struct Unavailable: Error {}

    let readers: [CInt]
    private let writers: [CInt]
    private let count = Mutex(0)
    private let isClosed = Mutex(false)

    init(_ count: Int) throws {
        var (readers, writers): ([CInt], [CInt]) = ([], [])
        for _ in 0..<count {
            var ends: [CInt] = [-1, -1]
            guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw Unavailable() }
            readers.append(ends[0])
            writers.append(ends[1])
        }
        (self.readers, self.writers) = (readers, writers)
    }

    deinit { for end in readers + writers { Glibc.close(end) } }

    /// How many tasks or readers have begun.
    var begun: Int { count.withLock { $0 } }

    func begin() { count.withLock { $0 += 1 } }

    /// What is read of one of them, which ends when they are closed.
    func read(_ index: Int) -> [UInt8]? {
        begin()
        return AskingProgram.digest(of: readers[index], size: 0)
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
