extension OutputFile {
    /// Makes sure that the file can be written, as far as that shows without opening it, for what is done only once: what is there stays as it is.
    ///
    /// - Parameter option: the option that named the file, for messages.
    func checkBeforehand(for option: String = "--out") throws {
        guard !isStandardOutput, let failure = FileReplacement.obstacle(at: path) else { return }
        throw CommandFailure("cannot write the file, \(failure.reason)", at: path, mend: "check the path given to \(option) and its permissions")
    }
}
