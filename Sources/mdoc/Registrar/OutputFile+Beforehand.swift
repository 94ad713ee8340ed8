extension OutputFile {
    /// Makes sure that the file can be written, as far as that shows without opening it, for what is done only once: what is there stays as it is.
    func checkBeforehand() throws {
        guard !isStandardOutput, let failure = FileReplacement.obstacle(at: path) else { return }
        throw CommandFailure("cannot write the file, \(failure.reason)", at: path, mend: "check the path given to --out and its permissions")
    }
}
