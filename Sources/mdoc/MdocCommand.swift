import ArgumentParser
import Crypto
@main struct MdocCommand: ParsableCommand {}
