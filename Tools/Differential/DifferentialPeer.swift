import ArgumentParser

/// Our side of comparisons with other people's decoders and verifiers: a line of hexadecimal digits in, a line out. For scripts, not a product.
@main
struct DifferentialPeer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "differential-peer", abstract: "Says what we make of each line of standard input.",
        subcommands: [CBORCommand.self, VerdictsCommand.self])
}
