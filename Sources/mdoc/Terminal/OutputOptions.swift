import ArgumentParser

/// `--json`: for programs instead of people.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}
