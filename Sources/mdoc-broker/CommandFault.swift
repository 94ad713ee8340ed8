/// Why a command cannot do what it was told to, in one sentence; not a mistake in its options.
struct CommandFault: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) { description = sentence }
}
