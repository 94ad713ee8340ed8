import DocumentTrust
import MobileDocument

/// Decrypted bytes, of which nothing is known to be true.
struct Unsealed {
    private struct Output: Encodable {
        let verified = false
        let opened: Bool
        let code: String?
        let reason: String?
        let content: [String: String]?
        let out: String?
    }

    /// What the bytes are, as JSON names them.
    let name: String
    let bytes: [UInt8]

    /// Writes the bytes to a file, shows them as hex to a terminal, or passes them on to a pipe.
    func present(_ options: OutputOptions, out: String?) throws {
        // It says about a person what was sealed so that nobody else reads it.
        if let out { try OutputFile(out).write(binary: bytes, isSecret: true) }
        guard out != "-" else { return }
        if options.json {
            let content = out == nil ? [name: Base64URL.encode(bytes)] : nil
            return try Console.print(json: Output(opened: true, code: nil, reason: nil, content: content, out: out))
        }
        if let out {
            var page = Page()
            page.line("opened: \(bytes.count) bytes written to \(out)")
            page.line("nothing here is verified", .yellow)
            try Console.print(page)
        } else if FileDescriptor.standardOutput.isTerminal {
            var page = Page()
            page.line(Hexadecimal.text(bytes))
            page.line("nothing here is verified", .yellow)
            try Console.print(page)
        } else {
            try OutputFile("-").write(binary: bytes)
        }
    }

    /// Says why nothing was opened, and which check of a verification that is.
    static func presentRefusal(_ check: CheckIdentifier, _ reason: String, _ options: OutputOptions) throws {
        guard !options.json else {
            return try Console.print(json: Output(opened: false, code: check.rawValue, reason: reason, content: nil, out: nil))
        }
        var page = Page()
        page.line("✘ not opened: \(reason)", .red)
        try Console.print(page)
    }
}
