import AppRequests
import Crypto
import Foundation
import LocalSockets

/// The program of an app that asks: noted at once, and opened and read only for whoever has shown a grant.
struct AskingProgram: Sendable {
    /// Where it was started from.
    let path: String
    private let peer: LocalPeer
    private let channel: FrameChannel

    private static let maximumBytes = 1 << 29
    private static let chunkBytes = 1 << 20
    private static let reading = ProgramReading()
    /// Programs that run whatever they are handed, by the names of their files without versions.
    private static let interpreters: Set<String> = [
        "ash", "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "electron", "emacs", "env", "fish", "gawk", "gdb", "gjs", "guile", "irb", "java",
        "julia", "ksh", "ld-linux-aarch", "ld-linux-x", "lldb", "lua", "luajit", "mawk", "mono", "node", "nodejs", "osh", "perl", "php", "pwsh", "pypy", "python",
        "qemu-aarch", "qemu-x", "rscript", "ruby", "sh", "swift-frontend", "tclsh", "vim", "wine", "wish", "zsh",
    ]

    /// Notes the program that asks at this moment.
    init(of peer: LocalPeer, behind channel: FrameChannel) throws(AppRequestRefusal) {
        guard let path = peer.currentPath else { throw .unknownProgram }
        guard !Self.isInterpreter(path) else { throw .interpreter }
        (self.path, self.peer, self.channel) = (path, peer, channel)
    }

    /// SHA-256 of its file. A file that cannot be read in time is that of an unknown program, and so is that of another one that runs by now.
    func digest() async throws(AppRequestRefusal) -> [UInt8] {
        try await Self.reading.digest(
            ofProgramAt: path, opening: { [self] in PeerProgram(of: peer, startedFrom: path, behind: channel) },
            reading: { Self.digest(of: $0, while: $1) })
    }

    /// Whether a program's name is that of an interpreter, of whatever version.
    static func isInterpreter(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let end = name.firstIndex { $0.isNumber || $0 == "." } ?? name.endIndex
        return interpreters.contains(String(name[..<end]))
    }

    /// SHA-256 of a program's file, or why it has none.
    static func digest(of program: PeerProgram, while isWanted: () -> Bool) -> ProgramReading.Answer {
        guard program.file.size <= maximumBytes else { return .failure(.largeProgram) }
        guard let digest = digest(of: program.descriptor, size: program.file.size, while: isWanted) else { return .failure(.unknownProgram) }
        return .success(digest)
    }

    /// SHA-256 of a file of so many bytes; nil where it has others, or is no longer wanted.
    static func digest(of descriptor: CInt, size: Int, while isWanted: () -> Bool) -> [UInt8]? {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        var hash = SHA256()
        var count = 0
        while count <= size, isWanted(), let chunk = try? file.read(upToCount: chunkBytes), !chunk.isEmpty {
            hash.update(data: chunk)
            count += chunk.count
        }
        return count == size ? Array(hash.finalize()) : nil
    }
}
