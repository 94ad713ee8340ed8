import ArgumentParser
import CBOR
import TextEncodings

/// Reads each line as one CBOR item: in all of RFC 8949, and as mdoc structures are read. What was read is written again, in shortest form.
struct CBORCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cbor", abstract: "Prints value or error, in both dialects.")

    func run() {
        while let line = readLine() {
            let bytes = Hexadecimal.bytes(line) ?? []
            print(Self.outcome(bytes, .complete), Self.outcome(bytes, .mdoc))
        }
    }

    private static func outcome(_ bytes: [UInt8], _ dialect: CBORDialect) -> String {
        do throws(CBORError) {
            let value = try CBORItem(bytes[...], dialect: dialect).value()
            return "=" + Hexadecimal.text(value.encoded)
        } catch { return error.code.rawValue }
    }
}
