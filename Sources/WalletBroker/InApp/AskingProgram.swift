import AppRequests
import Crypto
import Foundation
import LocalSockets

/// The program of an app that asks: opened at once, and read only for whoever has shown a grant.
struct AskingProgram: Sendable {
    private let program: PeerProgram

    private static let maximumBytes = 1 << 29
    private static let chunkBytes = 1 << 20
    private static let reading = ProgramReading()
    /// Programs that run whatever they are handed, by the names of their files without versions.
    private static let interpreters: Set<String> = [
        "ash", "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "electron", "emacs", "env", "fish", "gawk", "gdb", "gjs", "guile", "irb", "java",
        "julia", "ksh", "ld-linux-aarch", "ld-linux-x", "lldb", "lua", "luajit", "mawk", "mono", "node", "nodejs", "osh", "perl", "php", "pwsh", "pypy", "python",
        "qemu-aarch", "qemu-x", "rscript", "ruby", "sh", "swift-frontend", "tclsh", "vim", "wine", "wish", "zsh",
    ]

    /// Opens the program that asks at this moment.
    init(of peer: LocalPeer, behind channel: FrameChannel) throws(AppRequestRefusal) {
        guard let program = PeerProgram(of: peer, behind: channel) else { throw .unknownProgram }
        guard !Self.isInterpreter(program.path) else { throw .interpreter }
        self.program = program
    }

    /// Where it was started from.
    var path: String { program.path }

    /// SHA-256 of its file. A file that cannot be read in time is that of an unknown program.
    func digest() async throws(AppRequestRefusal) -> [UInt8] {
        guard program.size <= Self.maximumBytes else { throw .largeProgram }
        let read = await Self.reading.digest(on: program.fileSystem) { [program] in
            // The descriptor is the program's own and is closed with it, which must not be while it is read.
            withExtendedLifetime(program) { Self.digest(of: program.descriptor, size: program.size) }
        }
        guard let digest = read else { throw .unknownProgram }
        return digest
    }

    /// Whether a program's name is that of an interpreter, of whatever version.
    static func isInterpreter(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let end = name.firstIndex { $0.isNumber || $0 == "." } ?? name.endIndex
        return interpreters.contains(String(name[..<end]))
    }

    /// SHA-256 of a file of so many bytes; nil where it has others.
    static func digest(of descriptor: CInt, size: Int) -> [UInt8]? {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        var hash = SHA256()
        var count = 0
        while count <= size, let chunk = try? file.read(upToCount: chunkBytes), !chunk.isEmpty {
            hash.update(data: chunk)
            count += chunk.count
        }
        return count == size ? Array(hash.finalize()) : nil
    }
}
