/// The program that reaches other devices. How it hears of them, and by which service it talks to them, its own options say.
public struct DeviceProgram: Sendable, Hashable {
    /// The program `mdoc-hybrid`, by its absolute path.
    public let path: String
    /// Its options.
    public let arguments: [String]

    /// Names a program.
    public init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }
}
