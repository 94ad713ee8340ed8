import Foundation

/// A terminal for a program that a test starts.
enum TestTerminal {
    private static let python = "/usr/bin/python3"

    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: python) }

    /// Becomes a program at a terminal of its own, at which is typed what comes in here. Says so once the terminal has taken it.
    static let starter = [
        python, "-c",
        """
        import os, pty, sys
        keyboard, line = pty.openpty()
        if os.fork() == 0:
            while typed := os.read(0, 99):
                os.write(keyboard, typed)
                os.read(keyboard, 99)
                os.write(1, b"(typed)\\n")
            os._exit(0)
        os.dup2(line, 0)
        os.execv(sys.argv[1], sys.argv[1:])
        """,
    ]
}
