package import ArgumentParser
import Glibc

/// What a program was started for, on standard output: written to its end, or the program says why not. `print` would leave that unsaid.
package enum PrintedResult {
    /// Prints a line.
    ///
    /// - Throws: exit code 2, after one line on standard error.
    package static func line(_ text: String) throws(ExitCode) { try self.text(text + "\n") }

    /// Prints text as it is.
    ///
    /// - Throws: exit code 2, after one line on standard error.
    package static func text(_ text: String) throws(ExitCode) {
        guard let reason = put(text, STDOUT_FILENO) else { return }
        _ = put("Error: cannot write the result, \(reason); check where the output goes\n", STDERR_FILENO)
        throw ExitCode(2)
    }

    /// Writes all of it.
    ///
    /// - Returns: the system's words for why it could not; nil where it could.
    private static func put(_ text: String, _ descriptor: Int32) -> String? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                return String(cString: strerror(errno)).lowercased()
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
