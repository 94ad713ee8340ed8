import ArgumentParser

/// `--unmasked`: whether people and programs are shown all of what is restricted by law.
struct MaskOptions: ParsableArguments {
    @Flag(help: "Show values that are restricted by law, such as a My Number, whole.")
    var unmasked = false
}
