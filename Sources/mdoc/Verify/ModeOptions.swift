import ArgumentParser
import DocumentTrust

/// `--production`, for the commands whose verification can be one of production: that of an exchange recorded elsewhere never is.
struct ModeOptions: ParsableArguments {
    @Flag(help: "Accept only profiles made for production.")
    var production = false

    /// The mode.
    var chosen: VerificationMode { production ? .production : .development }
}
