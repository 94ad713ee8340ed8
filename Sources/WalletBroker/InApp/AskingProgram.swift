import AppRequests
import Crypto
import Foundation
import LocalSockets

/// The program of an app that asks, by its content.
struct AskingProgram: Sendable {
    /// Where it was started from.
    let path: String
    /// SHA-256 of its file.
    let digest: [UInt8]

    private static let maximumBytes = 1 << 30
    private static let chunkBytes = 1 << 20
    /// Programs that run whatever they are handed, by the names of their files without versions.
    private static let interpreters: Set<String> = [
        "ash", "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "electron", "emacs", "env", "fish", "gawk", "gdb", "gjs", "guile", "irb", "java",
        "julia", "ksh", "ld-linux-aarch", "ld-linux-x", "lldb", "lua", "luajit", "mawk", "mono", "node", "nodejs", "osh", "perl", "php", "pwsh", "pypy", "python",
        "qemu-aarch", "qemu-x", "rscript", "ruby", "sh", "swift-frontend", "tclsh", "vim", "wine", "wish", "zsh",
    ]

    /// Reads the program that asks at this moment.
    init(of peer: LocalPeer, behind channel: FrameChannel) async throws(AppRequestRefusal) {
        guard let program = PeerProgram(of: peer, behind: channel), program.size <= Self.maximumBytes else { throw .unknownProgram }
        path = program.path
        guard !Self.isInterpreter(program.path) else { throw .interpreter }
        guard let digest = await Task.detached(operation: { Self.digest(of: program) }).value else { throw .unknownProgram }
        self.digest = digest
    }

    /// Whether a program's name is that of an interpreter, of whatever version.
    static func isInterpreter(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let end = name.firstIndex { $0.isNumber || $0 == "." } ?? name.endIndex
        return interpreters.contains(String(name[..<end]))
    }

    private static func digest(of program: PeerProgram) -> [UInt8]? {
        let file = FileHandle(fileDescriptor: program.descriptor, closeOnDealloc: false)
        var hash = SHA256()
        var count = 0
        while let chunk = try? file.read(upToCount: chunkBytes), !chunk.isEmpty {
            hash.update(data: chunk)
            count += chunk.count
        }
        // The descriptor is the program's own and is closed with it.
        return withExtendedLifetime(program) { count == program.size ? Array(hash.finalize()) : nil }
    }
}
