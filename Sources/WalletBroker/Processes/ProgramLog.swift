import Glibc
import LocalSockets
import Synchronization
import SystemPackage

/// What a program prints, in a file of bounded size.
///
/// The program has the end of a pipe and never the file itself: however much it prints, and however long something that it has started goes on, the
/// disk does not fill.
final class ProgramLog: Sendable {
    /// The most bytes of the file.
    static let maximumBytes = 1 << 20
    /// What a pipe holds: as much can have been printed and not yet been read.
    private static let pipeBytes = 1 << 16
    private static let ending = Array("\n(This log is full: what is printed from here on is left out.)\n".utf8)

    /// Where the program prints.
    let output: FileDescriptor
    private let input: CInt
    private let file: CInt
    /// How many bytes the file can still take; nil once it is closed.
    private let room: Mutex<Int?>

    /// Begins a log, in place of what its file holds.
    init(_ path: String) throws(SocketFault) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno) }
        let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do throws(Errno) { pipe = try FileDescriptor.pipe(options: .closeOnExec) } catch {
            Glibc.close(file)
            throw .system(error.rawValue)
        }
        // For the broker's end alone: a program finds its own as programs expect it.
        _ = fcntl(pipe.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        self.file = file
        (input, output) = (pipe.readEnd.rawValue, pipe.writeEnd)
        room = Mutex(ProgramLog.maximumBytes - ProgramLog.ending.count)
    }

    /// Writes down what is printed until the task is cancelled, and what was printed by then.
    func follow() async {
        while !Task.isCancelled {
            catchUp()
            await Readiness.waitForReading(input)
        }
        catchUp()
    }

    /// Writes down what was printed up to now.
    func catchUp() {
        room.withLock { room in
            guard let left = room else { return }
            var bytes = [UInt8](repeating: 0, count: Self.pipeBytes)
            let count = read(input, &bytes, bytes.count)
            guard count > 0, left > 0 else { return }
            write(bytes[..<min(count, left)])
            if count >= left { write(Self.ending[...]) }
            room = max(left - count, 0)
        }
    }

    /// Adds what the broker itself has to say of a program that prints nothing.
    func add(_ sentence: String) {
        room.withLock { room in
            guard let left = room else { return }
            let bytes = Array((sentence + "\n").utf8).prefix(left)
            write(bytes)
            room = left - bytes.count
        }
    }

    /// What finds no room on the disk is left out as well.
    private func write(_ bytes: ArraySlice<UInt8>) { _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }

    /// Ends the log: nobody takes what is printed from here on.
    func close() {
        room.withLock { room in
            guard room != nil else { return }
            room = nil
            for descriptor in [output.rawValue, input, file] { Glibc.close(descriptor) }
        }
    }
}
