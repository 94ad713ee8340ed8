import Foundation

/// The lines of standard input. At a terminal Control-D ends a line as Return does, also one that is not empty, and nothing else: whoever types it is
/// asked the next time, too.
struct TypedLines {
    /// The most bytes of a line; longer ones are cut off.
    private static let longest = 4096
    /// What was read and belongs to no line yet.
    private var unread: ArraySlice<UInt8> = []
    /// Whether nothing more will be typed.
    private var isOver = false
    /// Whether it was read from a terminal, which gives a line at a time.
    private var isTerminal = false

    /// The next line, of which no more is kept than anybody types; nil where nothing more will be typed.
    mutating func next() -> String? {
        var line: [UInt8] = []
        while let byte = nextByte(), byte != UInt8(ascii: "\n") {
            if line.count < Self.longest { line.append(byte) }
            // Kept for the next question it would answer that.
            if isTerminal, unread.isEmpty { break }
        }
        if isOver, line.isEmpty { return nil }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// The next byte; nil at the end of what was typed.
    private mutating func nextByte() -> UInt8? {
        if unread.isEmpty, !isOver { read() }
        return unread.popFirst()
    }

    private mutating func read() {
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        var count = 0
        repeat { count = Glibc.read(STDIN_FILENO, &bytes, bytes.count) } while count < 0 && errno == EINTR
        unread = bytes.prefix(max(count, 0))
        // One that was closed is none any more.
        isTerminal = isatty(STDIN_FILENO) == 1
        if count < 0 || count == 0 && !isTerminal { isOver = true }
    }
}
