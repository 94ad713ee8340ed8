import Foundation
import OwnerOnlyFiles
import Subprocess
import SystemPackage
import Testing

@testable import LocalSockets

@Suite("Local sockets")
struct LocalSocketTests {
    private actor Tally {
        private(set) var count = 0

        func add() { count += 1 }
    }

    private static let limit = 1 << 20

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sockets-" + String(UInt32.random(in: .min ... .max), radix: 36)).path

    private func withFolder(_ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body()
    }

    private static func channels() throws -> (FrameChannel, FrameChannel) {
        let (one, other) = try LocalAddress.pair(maximumBytes: limit)
        return (one, FrameChannel(other, maximumBytes: limit))
    }

    @Test("Frames arrive whole, in their order, however large, and a sender waits for a slow reader")
    func frames() async throws {
        let (one, other) = try Self.channels()
        let frames = [[], [1], [UInt8](repeating: 7, count: Self.limit), [2, 3]]
        let sending = Task {
            for frame in frames { try await one.send(frame) }
            one.close()
        }
        for frame in frames { #expect(try await other.receive() == frame) }
        #expect(try await other.receive() == nil)
        try await sending.value
    }

    @Test("Many senders at once never mix their frames")
    func senders() async throws {
        let (one, other) = try Self.channels()
        async let sent: Void = withThrowingTaskGroup(of: Void.self) { group in
            for value in 0..<50 { group.addTask { try await one.send([UInt8](repeating: UInt8(value), count: 30_000)) } }
            try await group.waitForAll()
        }
        var seen: Set<UInt8> = []
        for _ in 0..<50 {
            let frame = try #require(try await other.receive())
            #expect(Set(frame).count == 1 && frame.count == 30_000)
            seen.formUnion(frame)
        }
        #expect(seen.count == 50)
        try await sent
    }

    @Test("A frame that is too long is not read, and one that ends early is no frame")
    func malformed() async throws {
        for (bytes, fault) in [([UInt8](repeating: 0xff, count: 4), SocketFault.tooLong(0xffff_ffff)), ([0, 0, 0, 5, 1], .closed), ([0, 0], .closed)] {
            let (one, other) = try LocalAddress.pair(maximumBytes: Self.limit)
            #expect(write(other, bytes, bytes.count) == bytes.count)
            close(other)
            await #expect(throws: fault) { try await one.receive() }
        }
        let (one, _) = try Self.channels()
        await #expect(throws: SocketFault.tooLong(Self.limit + 1)) { try await one.send([UInt8](repeating: 0, count: Self.limit + 1)) }
        await #expect(throws: SocketFault.closed) { try await one.send([1]) }
    }

    @Test("A cancelled reader ends")
    func cancelled() async throws {
        let (one, other) = try Self.channels()
        let reading = Task { try await one.receive() }
        reading.cancel()
        #expect(try await reading.value == nil)
        #expect(try await other.receive() == nil)
    }

    @Test("When the other side leaves, whoever reads and whoever writes is told, at whatever moment it leaves")
    func left() async throws {
        let told = Tally()
        let rounds = 2000
        for round in 0..<rounds {
            let (one, other) = try Self.channels()
            Task {
                _ = try? await one.receive()
                await told.add()
            }
            Task {
                // More than waits between two sockets.
                _ = try? await one.send([UInt8](repeating: 7, count: Self.limit))
                await told.add()
            }
            for _ in 0..<round % 50 { await Task.yield() }
            other.close()
            // No more at once than a process may have open.
            if round % 50 == 49 { try await eventually { await told.count == 2 * (round + 1) } }
        }
    }

    @Test("Of many who wait at once, in both directions of a socket, each ends, whether it hears, is left or is called off", .timeLimit(.minutes(5)))
    func manyWaits() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        let (one, other) = try Self.channels()
                        let frame = [UInt8](repeating: 1, count: Self.limit)
                        let sending = Task { try? await one.send(frame) }
                        let hearing = Task { try? await one.receive() }
                        if round.isMultiple(of: 3) { await Task.yield() }
                        switch (worker + round) % 4 {
                        case 0:
                            try await other.send([2])
                            #expect(await hearing.value == [2])
                            #expect(try await other.receive() == frame)
                        case 1: other.close()
                        case 2: one.close()
                        default: hearing.cancel()
                        }
                        _ = await hearing.value
                        await sending.value
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A listener tells who connects, takes the place of one that is gone, and not of one that is there")
    func listener() async throws {
        try await withFolder {
            do {
                let listener = try LocalListener(path: "a.sock", inFolder: folder)
                #expect(throws: SocketFault.inUse) { try LocalListener(path: "a.sock", inFolder: folder) }
                let connected = try LocalAddress.connect(to: folder + "/a.sock", maximumBytes: Self.limit)
                // The first one only looked whether somebody is here.
                _ = try await listener.accept(maximumBytes: Self.limit)
                let (channel, peer) = try await listener.accept(maximumBytes: Self.limit)
                #expect((peer.user, peer.process) == (geteuid(), getpid()))
                #expect(peer.program == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")))
                try await connected.send([1])
                #expect(try await channel.receive() == [1])
                let mode = try FileManager.default.attributesOfItem(atPath: folder + "/a.sock")[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            let stale = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            #expect(!FileManager.default.fileExists(atPath: folder + "/a.sock"))
            close(stale)
            try Data().write(to: URL(fileURLWithPath: folder + "/b.sock"))
            #expect(throws: SocketFault.occupied) { try LocalListener(path: "b.sock", inFolder: folder) }
        }
    }

    @Test("A socket that cannot be asked whether anybody listens does not give way")
    func unasked() async throws {
        try await withFolder {
            try OwnerOnlyFolder.prepare(folder)
            // Somebody has it, in a kind of their own.
            let other = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
            let bound = try LocalAddress.withAddress(folder + "/a.sock") { bind(other, $0, $1) }
            #expect(bound == 0)
            #expect(throws: SocketFault.system(EPROTOTYPE)) { try LocalListener(path: "a.sock", inFolder: folder) }
            #expect(FileManager.default.fileExists(atPath: folder + "/a.sock"))
            close(other)
            _ = try LocalListener(path: "a.sock", inFolder: folder)
        }
    }

    @Test("Of those that start at once one listens, whatever was left in its place, and the others leave it alone")
    func atOnce() async throws {
        try await withFolder {
            try OwnerOnlyFolder.prepare(folder)
            for _ in 0..<20 {
                let left = try LocalAddress.streamSocket()
                let bound = try LocalAddress.withAddress(folder + "/a.sock") { bind(left, $0, $1) }
                close(left)
                #expect(bound == 0)
                let listeners = await withTaskGroup(of: LocalListener?.self, returning: [LocalListener].self) { [folder] group in
                    for _ in 0..<8 { group.addTask { try? LocalListener(path: "a.sock", inFolder: folder) } }
                    return await group.reduce(into: []) { if let listener = $1 { $0.append(listener) } }
                }
                _ = try LocalAddress.connect(to: folder + "/a.sock", maximumBytes: Self.limit)
                #expect(listeners.count == 1)
            }
        }
    }

    @Test("A listener whose task is cancelled between two connections refuses whoever comes, and what takes its place outlives it")
    func ended() async throws {
        try await withFolder {
            let second: LocalListener
            do {
                let first = try LocalListener(path: "a.sock", inFolder: folder)
                await withTaskGroup(of: Void.self) { group in
                    group.cancelAll()
                    group.addTask { await #expect(throws: SocketFault.closed) { try await first.accept(maximumBytes: Self.limit) } }
                }
                #expect(throws: SocketFault.system(ECONNREFUSED)) { try LocalAddress.connect(to: folder + "/a.sock", maximumBytes: Self.limit) }
                second = try LocalListener(path: "a.sock", inFolder: folder)
            }
            let connected = try LocalAddress.connect(to: folder + "/a.sock", maximumBytes: Self.limit)
            try await connected.send([1])
            let (channel, _) = try await second.accept(maximumBytes: Self.limit)
            #expect(try await channel.receive() == [1])
        }
    }

    @Test("Where the kernel has no handle of a process, it is known by its number and its start: a later one of that number is another")
    func startTime() throws {
        // Nobody is at its other end, so there is no handle.
        let channel = FrameChannel(socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0), maximumBytes: Self.limit)
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        func isKnown(startedAt time: UInt64?, from path: String) -> Bool {
            let peer = LocalPeer(user: geteuid(), process: getpid(), startTime: time, program: nil)
            let program = PeerProgram(of: peer, startedFrom: path, behind: channel)
            program?.close()
            return program != nil
        }
        let time = try #require(LocalPeer.startTime(of: getpid()))
        #expect(isKnown(startedAt: time, from: path))
        #expect(!isKnown(startedAt: time, from: "/another"), "it runs another program by now")
        #expect(!isKnown(startedAt: time - 1, from: path))
        #expect(!isKnown(startedAt: nil, from: path))
    }

    @Test("A folder that others can enter, a link and a path that is too long are refused")
    func folders() async throws {
        try await withFolder {
            _ = try LocalListener(path: "a.sock", inFolder: folder)
            let link = folder + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
            #expect(throws: SocketFault.folder(.exposed("a folder, not a link to one"))) { try LocalListener(path: "a.sock", inFolder: link) }
            #expect(throws: SocketFault.path) { try LocalListener(path: String(repeating: "a", count: 108), inFolder: folder) }
            chmod(folder, 0o750)
            #expect(throws: SocketFault.folder(.exposed("closed to group and others (mode 700)"))) { try LocalListener(path: "a.sock", inFolder: folder) }
        }
    }

    @Test(
        "Another user is not heard, even where the folder would let them in",
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") && Program.path("test-provider") != nil, "needs root and setpriv"))
    func otherUser() async throws {
        try await withFolder {
            let listener = try LocalListener(path: "a.sock", inFolder: folder)
            chmod(folder, 0o755)
            chmod(folder + "/a.sock", 0o666)
            let program = folder + "/program"
            try Program.copy(try #require(Program.path("test-provider")), to: program)
            let accepting = Task { try await listener.accept(maximumBytes: Self.limit) }
            let result = try await Subprocess.run(
                .path("/usr/bin/setpriv"), arguments: ["--reuid=65534", "--regid=65534", "--clear-groups", program, "--as-app"],
                environment: .inherit.updating(["MDOC_APPS_SOCKET": folder + "/a.sock"]), output: .string(limit: 4096), error: .discarded)
            // It could connect, and nobody answered.
            #expect(result.standardOutput.hasPrefix("status notSupported"))
            accepting.cancel()
            await #expect(throws: SocketFault.closed) { try await accepting.value }
        }
    }
}
