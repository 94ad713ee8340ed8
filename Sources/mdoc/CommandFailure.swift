/// Why a command cannot do its work: what is wrong, where, and how to mend it. Becomes one line on standard error.
struct CommandFailure: Error {
    private let what: String
    private let place: String?
    private let mend: String

    /// Describes a failure, in lower case and without a full stop. Never pass a secret.
    init(_ what: String, at place: String? = nil, mend: String) {
        self.what = what
        self.place = place
        self.mend = mend
    }

    /// The line.
    var line: String {
        // An empty path, as of a variable that is not set, has to be seen.
        let place = place.map { $0.isEmpty ? ": \"\"" : ": \($0)" } ?? ""
        return "mdoc: \((what + place + "; " + mend).printable)"
    }
}
